/**
 * X.509 certificates generated in process: a certificate authority and the certificates it issues. For servers that bring their own TLS.
 * See decision 0090.
 */
export { addressBytes } from './certificates/address-bytes.ts'
export {
  type AuthorityOptions,
  type CertificateAuthority,
  type CertificateRequest,
  createAuthority,
  type IssuedCertificate,
  restoreAuthority,
  selfSigned,
} from './certificates/certificate-authority.ts'
