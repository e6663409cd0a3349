/** Runs a cluster provider, restarts it when it fails, and restricts it to the clusters it has set. */
import { type Clock, type Logger, sleep } from '@kubewright/core'
import { type Random, withJitter } from '@kubewright/core/random'
import { managerErrors } from '../errors.ts'
import { assertFunctionForm } from '../manager-form.ts'
import type { ClusterProvider, ProvidedClusters } from './cluster-provider.ts'
import type { Fleet } from './fleet.ts'

export interface ProviderTools {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

const retryMs = 5_000

/** Resolves once the signal is aborted. Never rejects. */
export async function runProvider(
  provider: ClusterProvider,
  fleet: Fleet,
  tools: ProviderTools,
  signal: AbortSignal,
): Promise<void> {
  const { clock, random, log } = tools
  const clusters = providedClusters(fleet, log)
  while (!signal.aborted) {
    try {
      await provider.run({ home: fleet.home, clusters, ...tools }, signal)
      if (!signal.aborted) log.warn('cluster provider ended, will restart it')
    } catch (error) {
      if (!signal.aborted) log.error('cluster provider failed, will restart it', { error })
    }
    await sleep(clock, withJitter(random, retryMs, 0.2), signal).catch(() => undefined) // aborted: the loop ends
  }
}

function providedClusters(fleet: Fleet, log: Logger): ProvidedClusters {
  const own = new Set<string>()
  return {
    set(name, connection, options = {}) {
      assertFunctionForm('addCluster', `add the cluster ${name}`, options)
      if (fleet.has(name) && !own.has(name)) throw notOwn(name)
      fleet.put(name, { ...options, connection }, 'replace')
      own.add(name)
    },
    remove(name) {
      if (!own.delete(name) || !fleet.has(name)) return
      fleet
        .remove(name)
        .catch((error: unknown) =>
          log.error('connection to a removed cluster could not be closed', { cluster: name, error }),
        )
    },
  }
}

function notOwn(name: string): Error {
  return managerErrors('KW_MANAGER_CLUSTER_NAME', {
    what: `add the cluster ${name}`,
    why: 'another provider, or `clusters.add`, already added a cluster of that name',
    next: 'Give it another name, or remove the other one.',
    details: { name },
  })
}
