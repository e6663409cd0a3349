/** The API servers of a world: one for home, and one for each other cluster. They share only the clock. */
import type { Clock } from '@kubewright/core'
import { disposeAll } from '../../cluster/dispose-all.ts'
import { splitCollection } from '../../requests/cluster-place.ts'
import type { ListedCollection, Listing } from '../state/listed-objects.ts'
import { WorldServer, type WorldServerOptions } from './world-server.ts'

export interface WorldServersOptions extends Omit<WorldServerOptions, 'seed'> {
  /** Names of clusters other than home. */
  readonly clusters?: readonly string[]
}

export class WorldServers implements AsyncDisposable {
  readonly home: WorldServer
  readonly others: ReadonlyMap<string, WorldServer>

  private constructor(home: WorldServer, others: ReadonlyMap<string, WorldServer>) {
    this.home = home
    this.others = others
  }

  static async start({ clusters = [], ...options }: WorldServersOptions): Promise<WorldServers> {
    const home = await WorldServer.start({ ...options, seed: 'server' })
    const others = new Map<string, WorldServer>()
    try {
      for (const name of clusters) others.set(name, await WorldServer.start({ ...options, seed: name }))
    } catch (error) {
      await disposeAll([home, ...others.values()]).catch(() => undefined) // the start error matters more
      throw error
    }
    return new WorldServers(home, others)
  }

  get all(): readonly WorldServer[] {
    return [this.home, ...this.others.values()]
  }

  /** The server of a cluster; without a name, of home. */
  of(cluster: string | undefined): WorldServer {
    return cluster === undefined ? this.home : this.others.get(cluster)!
  }

  /** Shared lists, for callers that only read. */
  readonly list: Listing = (place) => this.#listed(place, 'list')

  /** Private copies, for callers that may modify them. */
  readonly fresh: Listing = (place) => this.#listed(place, 'fresh')

  async #listed(place: string, how: 'list' | 'fresh'): Promise<ListedCollection> {
    const { cluster, collection } = splitCollection(place)
    const listed = await this.of(cluster).lists[how](collection)
    if (cluster === undefined) return listed
    return { ...listed, items: listed.items.map((item) => ({ ...item, cluster })) }
  }

  /** Starts a run: resets time and randomness. */
  async begin(clock: Clock, seed: string): Promise<void> {
    await this.home.begin(clock, seed)
    for (const [name, server] of this.others) await server.begin(clock, `${seed} ${name}`)
  }

  /** Deletes the objects of a run. Resolves to whether the servers can be reused. */
  async empty(places: Iterable<string>): Promise<boolean> {
    const all = [...places].map(splitCollection)
    let isClean = true
    for (const name of [undefined, ...this.others.keys()]) {
      const collections = all.filter(({ cluster }) => cluster === name).map(({ collection }) => collection)
      isClean = (await this.of(name).empty(collections)) && isClean
    }
    return isClean
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await disposeAll(this.all)
  }
}
