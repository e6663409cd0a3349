// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { Time } from '../meta/v1.ts'

/** `certificatesigningrequests`, `csr` in `certificates.k8s.io/v1`, cluster-scoped. */
export const CertificateSigningRequest: BuiltIn<
  CertificateSigningRequest,
  CertificateSigningRequestInput,
  CertificateSigningRequestStatus
> = /*#__PURE__*/ builtIn({
  group: 'certificates.k8s.io',
  version: 'v1',
  kind: 'CertificateSigningRequest',
  plural: 'certificatesigningrequests',
  scope: 'Cluster',
  shortNames: ['csr'],
  subresources: ['approval', 'status'],
})

export interface CertificateSigningRequest {
  readonly apiVersion: 'certificates.k8s.io/v1'
  readonly kind: 'CertificateSigningRequest'
  readonly metadata: ObjectMeta
  readonly spec: CertificateSigningRequestSpec
  readonly status?: CertificateSigningRequestStatus | undefined
}

export interface CertificateSigningRequestInput {
  readonly apiVersion?: 'certificates.k8s.io/v1' | undefined
  readonly kind?: 'CertificateSigningRequest' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: CertificateSigningRequestSpec
}

export interface CertificateSigningRequestCondition {
  readonly lastTransitionTime?: Time | null | undefined
  readonly lastUpdateTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface CertificateSigningRequestSpec {
  readonly expirationSeconds?: number | undefined
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined
  readonly groups?: readonly string[] | undefined
  /** Base64. */
  readonly request: string
  readonly signerName: string
  readonly uid?: string | undefined
  readonly usages?: readonly ('any' | 'cert sign' | 'client auth' | 'code signing' | 'content commitment' | 'crl sign' | 'data encipherment' | 'decipher only' | 'digital signature' | 'email protection' | 'encipher only' | 'ipsec end system' | 'ipsec tunnel' | 'ipsec user' | 'key agreement' | 'key encipherment' | 'microsoft sgc' | 'netscape sgc' | 'ocsp signing' | 's/mime' | 'server auth' | 'signing' | 'timestamping')[] | undefined
  readonly username?: string | undefined
}

export interface CertificateSigningRequestStatus {
  /** Base64. */
  readonly certificate?: string | undefined
  readonly conditions?: readonly CertificateSigningRequestCondition[] | undefined
}
