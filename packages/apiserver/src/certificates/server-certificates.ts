/**
 * The certificates of a server: an authority, a serving certificate, and client certificates. One authority signs both, as
 * in a small cluster.
 */
import type { Clock } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import { type CertificateAuthority, createAuthority, type IssuedCertificate } from '@kubewright/core/certificates'
import { masters } from '../identity/user.ts'

export interface ServerCertificatesOptions {
  /** Host names and addresses besides the loopback and in-cluster ones of every server. */
  readonly hosts?: readonly string[]
  /** An existing authority. @default a new one */
  readonly authority?: CertificateAuthority
  /** Peers check certificates by their own clocks: pass the system clock unless all of them run on yours. */
  readonly clock?: Clock
  readonly random?: Random
}

export interface ServerCertificates {
  readonly authority: CertificateAuthority
  /** The serving certificate. */
  readonly serving: IssuedCertificate
  /** Issues a client certificate that authenticates its holder to the server. */
  issueClient(user: string, groups?: readonly string[]): IssuedCertificate
  /** Issues a client certificate with full permissions. */
  issueAdmin(): IssuedCertificate
}

/** The names of a server in every cluster, and the first Service address. */
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
