/** The Secret with the access to a peer: what `acceptPeer` issued to the other cluster, stored in this one. */
import type { Acceptance } from '@kubewright/replication'
import type { Secret } from '@kubewright/kubernetes'
import { networkErrors } from '../errors.ts'
import { networkGroup, networkNamespace } from '../names.ts'

/** Label of such a Secret: the identity of the peer, as in NetworkConfigs. */
export const networkPeerLabel = `${networkGroup}/peer`

/** The access to a peer. */
export interface PeerAccess {
  /** The cluster's identity, as in NetworkConfigs. */
  readonly name: string
  /** The required identity of the peer: the uid of its namespace kube-system. */
  readonly identity: string
  readonly kubeconfig: string
}

/** The Secret to create in the accepted cluster. */
export function peerSecret(
  peer: string,
  { identity, kubeconfig }: Pick<Acceptance, 'identity' | 'kubeconfig'>,
  namespace: string = networkNamespace,
) {
  return {
    apiVersion: 'v1' as const,
    kind: 'Secret' as const,
    metadata: { name: `peer-${peer}`, namespace, labels: { [networkPeerLabel]: peer } },
    type: 'Opaque',
    stringData: { identity, kubeconfig },
  }
}

/** Failure: `KW_NETWORK_PEER` if a value is missing. */
export function readPeerSecret({ metadata, data = {} }: Pick<Secret, 'metadata' | 'data'>): PeerAccess {
  const text = (key: string) => (data[key] === undefined ? '' : Buffer.from(data[key], 'base64').toString().trim())
  const access = {
    name: metadata.labels?.[networkPeerLabel] ?? '',
    identity: text('identity'),
    kubeconfig: text('kubeconfig'),
  }
  const missing = Object.entries(access).find(([, value]) => value === '')?.[0]
  if (missing === undefined) return access
  throw networkErrors('KW_NETWORK_PEER', {
    what: `use the Secret ${metadata.namespace}/${metadata.name}`,
    why: missing === 'name' ? `its label ${networkPeerLabel} is empty` : `it has no ${missing}`,
    details: { secret: metadata.name },
  })
}
