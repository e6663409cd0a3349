/** The Secret by which the origin of replicas knows a peer: a manager with `fromSecrets` connects to what it describes. Pure. */
import type { Acceptance } from './accept-peer.ts'
import { clusterLabel, tenantNamespace } from './names.ts'

/** Label of the Secrets of peers: `fromSecrets({ namespace, labels: `${peerLabel}=true` })`. */
export const peerLabel = 'kubewright.dev/peer'
/** Annotation of such a Secret: the namespace there that says which cluster it is in. The credential may read no other. */
export const identityNamespaceAnnotation = 'kubewright.dev/cluster-identity-namespace'
/** The key of the kubeconfig in it. */
export const kubeconfigKey = 'kubeconfig'

export interface PeerSecretOptions {
  /** What destinations call the peer. */
  readonly name: string
  /** Where the Secret is put. @default 'peers' */
  readonly namespace?: string
  /** The identity of the cluster the Secret is for. */
  readonly origin: string
  readonly accepted: Pick<Acceptance, 'identity' | 'kubeconfig'>
}

/** Secret: it holds the credential. */
export function peerSecret({ name, namespace = 'peers', origin, accepted }: PeerSecretOptions) {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      namespace,
      labels: { [peerLabel]: 'true' },
      annotations: {
        [clusterLabel]: accepted.identity,
        [identityNamespaceAnnotation]: tenantNamespace(origin),
      },
    },
    type: 'Opaque',
    data: { [kubeconfigKey]: Buffer.from(accepted.kubeconfig).toString('base64') },
  } as const
}
