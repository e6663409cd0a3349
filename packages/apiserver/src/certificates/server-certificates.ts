/**
 * Everything a server needs to be trusted and to know its own: an authority, a certificate to serve with, and certificates
 * for those who call. One authority does both, as in a small cluster.
 */
import type { Clock, Random } from '@kubewright/core'
import { type CertificateAuthority, createAuthority, type IssuedCertificate } from '@kubewright/core/certificates'
import { masters } from '../auth/user.ts'

export interface ServerCertificatesOptions {
  /** Host names and addresses besides those every server has: the loopback's and the cluster's. */
  readonly hosts?: readonly string[]
  /** One that was kept. @default a new one */
  readonly authority?: CertificateAuthority
  /** Certificates are judged by the clocks of those who see them: pass the system's unless all of them run on yours. */
  readonly clock?: Clock
  readonly random?: Random
}

export interface ServerCertificates {
  readonly authority: CertificateAuthority
  /** What the server shows. */
  readonly serving: IssuedCertificate
  /** A certificate that proves to the server who its holder is. */
  issueClient(user: string, groups?: readonly string[]): IssuedCertificate
  /** A certificate of somebody who may do everything. */
  issueAdmin(): IssuedCertificate
}

/** The names a server has in every cluster, and the first address of its services. */
const ownHosts = [
  'localhost',
  '127.0.0.1',
  '::1',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
  '10.0.0.1',
]

export function createServerCertificates(options: ServerCertificatesOptions = {}): ServerCertificates {
  const { hosts = [], clock, random } = options
  const seams = { ...(clock ? { clock } : {}), ...(random ? { random } : {}) }
  const authority = options.authority ?? createAuthority({ name: 'kubewright-ca', ...seams })
  const issueClient = (user: string, groups: readonly string[] = []) =>
    authority.issue({ name: user, organizations: groups })
  return {
    authority,
    serving: authority.issue({ name: 'kube-apiserver', hosts: [...new Set([...ownHosts, ...hosts])] }),
    issueClient,
    issueAdmin: () => issueClient('kubernetes-admin', [masters]),
  }
}
