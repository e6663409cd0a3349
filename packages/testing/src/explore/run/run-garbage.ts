/** The garbage collector of the clusters in one run, for runs in which the simulation has none. */
import { splitCollection } from '../../requests/cluster-place.ts'
import type { Role } from '../world/actor.ts'
import { collectGarbage } from '../world/garbage-collector.ts'
import type { ObjectLedger } from '../world/object-ledger.ts'
import type { World } from '../world/world.ts'
import type { WorldServers } from '../world/world-servers.ts'

export interface GarbageParts {
  readonly world: Pick<World, 'trace' | 'noteChange'>
  readonly servers: WorldServers
  readonly ledger: ObjectLedger
  readonly changed: (by: Role) => Promise<void>
}

/** Removes objects whose owners are gone. Resolves to whether there were any. */
export async function collectRunGarbage({ world, servers, ledger, changed }: GarbageParts): Promise<boolean> {
  if (!ledger.needsCollection) return false
  ledger.needsCollection = false
  if (!(await collectEverywhere(servers, ledger))) return false
  ledger.needsCollection = true
  world.trace.note('the cluster collects garbage: objects whose owner is gone')
  world.noteChange()
  await changed('cluster')
  return true
}

/** Owner references do not cross clusters. */
async function collectEverywhere(servers: WorldServers, ledger: ObjectLedger): Promise<boolean> {
  const all = [...ledger.collections].map(splitCollection)
  let hasActed = false
  for (const name of [undefined, ...servers.others.keys()]) {
    const { transport, lists } = servers.of(name)
    const collections = all.filter(({ cluster }) => cluster === name).map(({ collection }) => collection)
    hasActed = (await collectGarbage(transport, collections, lists.list)) || hasActed
  }
  return hasActed
}
