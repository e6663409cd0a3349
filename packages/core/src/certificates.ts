/** X.509 certificates made on the spot: an authority of your own, and what it issues. For servers that bring their own TLS. */
export {
  type AuthorityOptions,
  type CertificateAuthority,
  type CertificateRequest,
  createAuthority,
  type IssuedCertificate,
  restoreAuthority,
  selfSigned,
} from './certificates/certificate-authority.ts'
