/** Shared helpers for tests of managers. */
import { silentLogger } from '@kubewright/core'
import { seededIds, seededRandom } from '@kubewright/core/testing'
import { createManager, type Manager, type ManagerOptions } from '@kubewright/manager'
import type { Cluster } from '@kubewright/testing'

type Given = Omit<ManagerOptions, 'client' | 'connection' | 'clientOptions'> & { readonly as?: string }

/** A manager on a cluster, with its clock and a separate client. */
export function managerOn(cluster: Cluster, { as, ...options }: Given): Manager {
  const random = seededRandom(options.identity ?? 'manager')
  const client = cluster.clientFor({ fieldManager: 'manager', ...(as === undefined ? {} : { as }) })
  return createManager({
    log: silentLogger,
    environment: {},
    ...options,
    cache: { freezes: true, ...options.cache },
    client,
    clock: options.clock ?? cluster.clock,
    random,
    ids: seededIds(random),
  })
}

/** Waits until the cluster and the managers are idle. */
export async function rest(cluster: Cluster, ...managers: readonly Manager[]): Promise<void> {
  do await cluster.settle()
  while (managers.some(({ state }) => state.activity.length > 0))
}

/** Lets promises and requests run until a condition holds. */
export async function until(cluster: Cluster, holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !holds(); turn++) await cluster.settle()
  if (!holds()) throw new Error('it never came to that')
}
