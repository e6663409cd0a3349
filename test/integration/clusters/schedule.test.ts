import { sleep } from '@kubewright/core'
import { randomInt, type Random } from '@kubewright/core/random'
import { nextTurn, seededRandom } from '@kubewright/core/testing'
import { type Clusters, type Run, startClusters } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { inventory, isSeen, listed, mark, phases, recorded } from './copying.ts'

const others = ['b', 'c', 'd'] as const
type Other = (typeof others)[number]
type Recorded = ReturnType<typeof recorded>

/** A random schedule of additions, removals, link faults and edits. */
class Story {
  readonly #clusters: Clusters<'a' | Other>
  readonly #run: Run
  readonly #random: Random
  /** The connection of each cluster that is in the manager. */
  readonly live = new Map<Other, Recorded>()
  /** Removed connections, with the number of writes over each at its removal. */
  readonly #dead: { readonly name: string; readonly transport: Recorded; readonly writes: number }[] = []
  readonly values = new Map<string, string>()
  #edits = 0

  constructor(clusters: Clusters<'a' | Other>, run: Run, random: Random) {
    this.#clusters = clusters
    this.#run = run
    this.#random = random
  }

  async step(): Promise<void> {
    const [name, object] = [this.#pick(others), this.#pick(['one', 'two', 'three'])]
    const link = this.#clusters.link('a', name)
    const steps: readonly (() => void | Promise<void>)[] = [
      () => this.#add(name),
      () => this.#remove(name),
      () => this.#replace(name),
      () => void link.cut(),
      () => void link.slow(`${1 + randomInt(this.#random, 400)}ms`),
      () => void link.loseAnswers(),
      () => void link.heal(),
      () => this.#edit(name, object),
      () => this.#edit(name, object),
      () => this.#edit(name, object),
      () => this.#removeAtWork(name, object),
      () => this.#removeAtWork(name, object),
      () => this.#clusters.advance(1 + randomInt(this.#random, 5_000)),
      () => this.#clusters.advance(1 + randomInt(this.#random, 10_000)),
    ]
    await this.#pick(steps)()
  }

  /** Writes over connections after their removal. */
  get late(): readonly string[] {
    return this.#dead.flatMap(({ name, transport, writes }) =>
      transport.writes.slice(writes).map((one) => `${name}: ${one}`),
    )
  }

  #pick<One>(from: readonly One[]): One {
    return from[randomInt(this.#random, from.length)]!
  }

  #add(name: Other): void {
    if (this.live.has(name)) return
    this.live.set(name, recorded(this.#clusters.transport('a', name)))
    this.#run.manager.clusters.add(name, this.live.get(name)!)
  }

  async #remove(name: Other): Promise<void> {
    if (!this.live.has(name)) return
    const removed = this.#run.manager.clusters.remove(name)
    this.#bury(name)
    // Sometimes without waiting for the end: the next step may add it again.
    if (this.#random.next() < 0.5) await Promise.all([removed, this.#clusters.advance('10s')])
  }

  /** Removes a cluster, possibly in the middle of a reconcile. */
  async #removeAtWork(name: Other, object: string): Promise<void> {
    await this.#edit(name, object)
    for (let turns = randomInt(this.#random, 12); turns > 0; turns--) await nextTurn()
    await this.#remove(name)
  }

  #replace(name: Other): void {
    if (!this.live.has(name)) return
    const next = recorded(this.#clusters.transport('a', name))
    this.#run.manager.clusters.replace(name, next)
    this.#bury(name)
    this.live.set(name, next)
  }

  #bury(name: Other): void {
    const transport = this.live.get(name)!
    this.live.delete(name)
    this.#dead.push({ name, transport, writes: transport.writes.length })
  }

  async #edit(name: Other, object: string): Promise<void> {
    const value = String(++this.#edits)
    await mark(this.#clusters.cluster(name).client, object, value)
    this.values.set(`${name}-${object}`, value)
  }
}

/** Reconciles that take 300 ms and ignore their signal. */
function slowInventory() {
  const plain = inventory()
  return inventory({
    concurrency: 2,
    async reconcile(object, ctx) {
      await sleep(ctx.clock, '300ms')
      return plain.reconcile(object as never, ctx as never)
    },
  })
}

describe('clusters that are added, removed and cut off at random', () => {
  it.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'converge, and get no write after removal (seed %i)',
    async (seed) => {
      await using clusters = await startClusters(['a', ...others], { seed })
      const run = await clusters.run({ home: 'a', clusters: [] }, slowInventory())
      const story = new Story(clusters, run, seededRandom(`story ${seed}`))
      for (let step = 0; step < 30; step++) {
        await story.step()
        expect(story.late).toEqual([])
      }
      for (const name of others) clusters.link('a', name).heal()
      await clusters.advance('2m')
      expect(story.late).toEqual([])
      expect(phases(run)).toEqual(Object.fromEntries([...story.live.keys()].sort().map((name) => [name, 'connected'])))
      const homes = await listed(clusters.cluster('a').client)
      for (const name of story.live.keys()) {
        const expected = [...story.values]
          .filter(([key]) => key.startsWith(`${name}-`))
          .map(([key, value]) => `${key}=${value}`)
        expect(homes.filter((line) => line.startsWith(`${name}-`))).toEqual(expected.sort())
        for (const key of expected) {
          const [, object = ''] = key.split(/[-=]/)
          expect(await isSeen(clusters.cluster(name).client, object)).toBe(true)
        }
      }
    },
    120_000, // every timer costs real time while a reconcile waits for a link that is cut
  )
})
