/** Clusters from kubeconfigs in Secrets of the home cluster, selected by label. */
import type { Change } from '@kubewright/cache'
import type { ConnectionConfig } from '@kubewright/client'
import { sleep } from '@kubewright/core'
import { Secret } from '@kubewright/kubernetes/core/v1'
import type { ObjectOf } from '@kubewright/resource'
import { assertFunctionForm } from '../manager-form.ts'
import { clusterIdentityAnnotation } from './cluster-identity.ts'
import type { ClusterProvider, ClusterProviderHost } from './cluster-provider.ts'
import type { ClusterConnection } from './manager-clusters.ts'
import { secretConnection } from './secret-kubeconfig.ts'

/** Annotation of a Secret whose credentials cannot read `kube-system`: the namespace whose label gives the cluster identity. */
export const identityNamespaceAnnotation = 'kubewright.dev/cluster-identity-namespace'

/** Options of `fromSecrets`. */
export interface FromSecretsOptions {
  /** The namespace of the Secrets. */
  readonly namespace: string
  /** Label selector of the Secrets: `kubewright.dev/peer=true`. Choose a label used for nothing else. */
  readonly labels: string
  /** The key of the kubeconfig in each. @default 'kubeconfig' */
  readonly key?: string
  /** The context of each kubeconfig. @default its current-context */
  readonly context?: string
  /** Whether a problem with one of these clusters makes the process unready. @default false */
  readonly required?: boolean
  /** Transforms a connection, for example into a transport through a tunnel. @default it is used as it is */
  readonly connect?: (connection: ConnectionConfig) => ClusterConnection
}

/**
 * One cluster per Secret with these labels, with the name and labels of the Secret. A changed Secret re-keys its cluster, and a
 * deleted one removes it. Kubeconfigs that name programs or files are refused.
 *
 * Failure: `KW_MANAGER_OPTION` for a missing or unknown option.
 *
 * @example
 * ```ts
 * const peers = fromSecrets({ namespace: 'peers', labels: 'kubewright.dev/peer=true' })
 * peers.rules?.map(({ resource, namespace, verbs }) => `${resource} in ${namespace}: ${verbs.join()}`)
 * // => ['secrets in peers: get,list,watch']
 * ```
 */
export function fromSecrets(options: FromSecretsOptions): ClusterProvider {
  assertFunctionForm('fromSecrets', 'find clusters in Secrets', options)
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
      const told: Told = { options, host, known: new Map(), refused: new Set() }
      using _ = secrets.subscribe((change) => tell(change, told))
      while (!signal.aborted) {
        await sleep(host.clock, retryRefusedEvery, signal).catch(() => undefined) // aborted: the loop ends
        if (!signal.aborted)
          for (const object of secrets.list()) if (told.refused.has(object.metadata.name)) put(object, told)
      }
    },
  }
}

/** A refused cluster can be added once another one of its name is removed. No change of its Secret announces that. */
const retryRefusedEvery = '30s'

function sorted(labels: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(labels).sort(([one], [two]) => (one < two ? -1 : 1))
}

interface Told {
  readonly options: FromSecretsOptions
  readonly host: ClusterProviderHost
  /** The last relevant content of each Secret: other changes of a Secret re-key nothing. */
  readonly known: Map<string, string>
  /** Secrets whose cluster could not be added. */
  readonly refused: Set<string>
}

function tell({ type, object }: Change<ObjectOf<typeof Secret>>, told: Told): void {
  const { name } = object.metadata
  if (type !== 'deleted') return put(object, told)
  told.known.delete(name)
  told.refused.delete(name)
  told.host.clusters.remove(name)
}

function put({ metadata, data }: ObjectOf<typeof Secret>, { options, host, known, refused }: Told): void {
  const { key = 'kubeconfig', context, required = false, connect } = options
  const { name, namespace, labels = {}, annotations } = metadata
  const kubeconfig = data === undefined || !Object.hasOwn(data, key) ? undefined : data[key]
  const identity = annotations?.[clusterIdentityAnnotation]
  const identityNamespace = annotations?.[identityNamespaceAnnotation]
  const said = JSON.stringify([kubeconfig, identity, identityNamespace, sorted(labels)])
  if (known.get(name) === said) return
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
    known.set(name, said)
    refused.delete(name)
  } catch (error) {
    known.delete(name)
    if (refused.has(name)) return
    refused.add(name)
    host.log.error('cluster of a Secret could not be added, will retry', { secret: `${namespace}/${name}`, error })
  }
}
