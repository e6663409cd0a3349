/** The Secret that describes a peer to the origin of replicas: a manager with `fromSecrets` connects to it. Pure. */
import type { Acceptance } from './accept-peer.ts'
import { clusterLabel, tenantNamespace } from './names.ts'

/** Label of peer Secrets: `fromSecrets({ namespace, labels: `${peerSecretLabel}=true` })`. */
export const peerSecretLabel = 'kubewright.dev/peer'
/** Annotation of such a Secret: the namespace at the peer that holds its identity, the only one the credential may read. */
export const identityNamespaceAnnotation = 'kubewright.dev/cluster-identity-namespace'
/** The key of the kubeconfig in it. */
export const kubeconfigKey = 'kubeconfig'

/** Options of `peerSecret`. */
export interface PeerSecretOptions {
  /** The peer's name in destinations. */
  readonly name: string
  /** The namespace of the Secret. @default 'peers' */
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
      labels: { [peerSecretLabel]: 'true' },
      annotations: {
        [clusterLabel]: accepted.identity,
        [identityNamespaceAnnotation]: tenantNamespace(origin),
      },
    },
    type: 'Opaque',
    data: { [kubeconfigKey]: Buffer.from(accepted.kubeconfig).toString('base64') },
  } as const
}
