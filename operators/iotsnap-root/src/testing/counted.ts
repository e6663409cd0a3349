/** Counts the reconciles and writes of an operator during an action. */
import { type RootCluster, settle } from './root-cluster.ts'
import type { SingleFault } from './single-faults.ts'

export interface Counted {
  readonly reconciles: number
  /** Writes that were sent, whether or not they changed anything. */
  readonly writes: number
  /** The status writes among them. */
  readonly statuses: number
  /** The other writes, by `apply services`. */
  readonly objects: Readonly<Record<string, number>>
}

/** Counts from the start of `happening` to its end. */
export async function counted({ cluster, running }: RootCluster, happening: () => Promise<void>): Promise<Counted> {
  const [reconciles, writes] = [running.reconciles, running.writes.sent]
  const objects: Record<string, number> = {}
  let statuses = 0
  using _ = cluster.witnessWrites({
    before: async () => undefined,
    async after({ by, call }) {
      const [verb, resource = ''] = call.split(' ')
      if (by !== 'operator' || resource.startsWith('events')) return
      if (resource.endsWith('/status')) statuses++
      else objects[`${verb} ${resource}`] = (objects[`${verb} ${resource}`] ?? 0) + 1
    },
  })
  await happening()
  return { reconciles: running.reconciles - reconciles, writes: running.writes.sent - writes, statuses, objects }
}

/** The budget for a fault or a deployment: the steps of its plan, and two for each affected component. */
export function allowance({ steps, components }: { readonly steps: number; readonly components: number }): number {
  return steps + 2 * components
}

export function objectWrites({ objects }: Pick<Counted, 'objects'>): number {
  return Object.values(objects).reduce((sum, count) => sum + count, 0)
}

/** From the creation of the object until everything runs. */
export function countDeployment(world: RootCluster): Promise<Counted> {
  return counted(world, () => world.deploy())
}

/** From a fault until it is repaired and nothing is queued. */
export function countFault(world: RootCluster, fault: Pick<SingleFault, 'strike'>): Promise<Counted> {
  return counted(world, async () => {
    await fault.strike(world)
    await settle(world.cluster)
    await world.cluster.advance('8m')
    await settle(world.cluster)
  })
}
