/** What an operator does while something happens, as numbers. */
import { type RootCluster, settle } from './root-cluster.ts'
import type { SingleFault } from './single-faults.ts'

export interface Counted {
  readonly reconciles: number
  /** Writes that were sent, whether they changed anything or not. */
  readonly writes: number
  /** Those of them that changed a status. */
  readonly statuses: number
  /** Those that changed anything else, by `apply services`. */
  readonly objects: Readonly<Record<string, number>>
}

/** Counts from the first moment of `happening` until it has ended. */
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

/** A fault or a deployment may cost the steps of its plan, and two for each component that it concerns. */
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

/** From a fault until it is repaired and nothing is due any more. */
export function countFault(world: RootCluster, fault: Pick<SingleFault, 'strike'>): Promise<Counted> {
  return counted(world, async () => {
    await fault.strike(world)
    await settle(world.cluster)
    await world.cluster.advance('8m')
    await settle(world.cluster)
  })
}
