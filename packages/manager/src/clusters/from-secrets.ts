/** Clusters from kubeconfigs in Secrets of home, found by their labels. */
import type { Change } from '@kubewright/cache'
import type { ConnectionConfig } from '@kubewright/client'
import { onAbort } from '@kubewright/core'
import { Secret } from '@kubewright/kubernetes/core/v1'
import type { ObjectOf } from '@kubewright/resource'
import { clusterIdentityAnnotation } from './cluster-identity.ts'
import type { ClusterProvider, ClusterProviderHost } from './cluster-provider.ts'
import type { ClusterConnection } from './manager-clusters.ts'
import { secretConnection } from './secret-kubeconfig.ts'

/** Annotation of a Secret whose credentials may not read `kube-system`: the namespace whose label says which cluster it is. */
export const identityNamespaceAnnotation = 'kubewright.dev/cluster-identity-namespace'

export interface FromSecretsOptions {
  /** Where the Secrets are. */
  readonly namespace: string
  /** Which Secrets: `kubewright.dev/peer=true`. Choose a label that nothing else carries. */
  readonly labels: string
  /** The key of the kubeconfig in each. @default 'kubeconfig' */
  readonly key?: string
  /** The context of each kubeconfig. @default its current-context */
  readonly context?: string
  /** Whether the process is not ready while something is wrong with one of these clusters. @default false */
  readonly required?: boolean
  /** Makes something else of a connection, such as a transport through a tunnel. @default it is used as it is */
  readonly connect?: (connection: ConnectionConfig) => ClusterConnection
}

/**
 * A cluster for each Secret with these labels: named as the Secret, with its labels. A Secret that changes re-keys its cluster, and
 * one that goes removes it. Kubeconfigs that name programs or files are refused.
 *
 * @example
 * ```ts
 * const peers = fromSecrets({ namespace: 'peers', labels: 'kubewright.dev/peer=true' })
 * peers.rules?.map(({ resource, namespace, verbs }) => `${resource} in ${namespace}: ${verbs.join()}`)
 * // => ['secrets in peers: get,list,watch']
 * ```
 */
export function fromSecrets(options: FromSecretsOptions): ClusterProvider {
  const { namespace, labels } = options
  return {
    rules: [
      {
        group: '',
        resource: 'secrets',
        verbs: ['get', 'list', 'watch'],
        namespace,
        because: ['the manager finds other clusters in them'],
      },
    ],
    async run(host, signal) {
      using secrets = host.home.cache.source(Secret, { namespace, labels })
      const known = new Map<string, string>()
      using _ = secrets.subscribe((change) => tell(change, { options, host, known }))
      if (!signal.aborted) await new Promise<void>((resolve) => void onAbort(signal, resolve))
    },
  }
}

function sorted(labels: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(labels).sort(([one], [two]) => (one < two ? -1 : 1))
}

interface Told {
  readonly options: FromSecretsOptions
  readonly host: ClusterProviderHost
  /** What was last said of each cluster: a Secret that changes in other respects re-keys nothing. */
  readonly known: Map<string, string>
}

function tell({ type, object: { metadata, data } }: Change<ObjectOf<typeof Secret>>, told: Told): void {
  const { options, host, known } = told
  const { key = 'kubeconfig', context, required = false, connect } = options
  const { name, namespace, labels = {}, annotations } = metadata
  if (type === 'deleted') {
    known.delete(name)
    return host.clusters.remove(name)
  }
  const kubeconfig = data === undefined || !Object.hasOwn(data, key) ? undefined : data[key]
  const identity = annotations?.[clusterIdentityAnnotation]
  const identityNamespace = annotations?.[identityNamespaceAnnotation]
  const said = JSON.stringify([kubeconfig, identity, identityNamespace, sorted(labels)])
  if (known.get(name) === said) return
  known.set(name, said)
  const find = async () => {
    const found = await secretConnection({ secret: `${namespace}/${name}`, key, data: kubeconfig, context })
    return connect?.(found) ?? found
  }
  try {
    host.clusters.set(name, find, {
      labels,
      required,
      ...(identity === undefined ? {} : { identity }),
      ...(identityNamespace === undefined ? {} : { identityNamespace }),
    })
  } catch (error) {
    host.log.error('cluster in Secret could not be added', { secret: `${namespace}/${name}`, error })
  }
}
