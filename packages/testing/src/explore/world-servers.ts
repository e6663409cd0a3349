/** The API servers of a world: home's, and one for each other cluster. They have nothing in common but the clock. */
import type { Clock } from '@kubewright/core'
import { disposeAll } from '../dispose-all.ts'
import { splitCollection } from './cluster-place.ts'
import type { ListedCollection, Listing } from './listed-objects.ts'
import { WorldServer, type WorldServerOptions } from './world-server.ts'

export interface WorldServersOptions extends Omit<WorldServerOptions, 'seed'> {
  /** Names of clusters beside home. */
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
      await disposeAll([home, ...others.values()]).catch(() => undefined) // why it could not start says more
      throw error
    }
    return new WorldServers(home, others)
  }

  get all(): readonly WorldServer[] {
    return [this.home, ...this.others.values()]
  }

  /** That of a cluster; without a name, home's. */
  of(cluster: string | undefined): WorldServer {
    return cluster === undefined ? this.home : this.others.get(cluster)!
  }

  /** For those who only read. */
  readonly list: Listing = (place) => this.#listed(place, 'list')

  /** For those of whom nobody knows what they do with it. */
  readonly fresh: Listing = (place) => this.#listed(place, 'fresh')

  async #listed(place: string, how: 'list' | 'fresh'): Promise<ListedCollection> {
    const { cluster, collection } = splitCollection(place)
    const listed = await this.of(cluster).lists[how](collection)
    if (cluster === undefined) return listed
    return { ...listed, items: listed.items.map((item) => ({ ...item, cluster })) }
  }

  /** A new run begins: time and chance start over. */
  async begin(clock: Clock, seed: string): Promise<void> {
    await this.home.begin(clock, seed)
    for (const [name, server] of this.others) await server.begin(clock, `${seed} ${name}`)
  }

  /** Removes what a run has made. Resolves to whether the servers can serve another run. */
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
