import { randomInt } from '@kubewright/core/random'
import { nextTurn, seededRandom } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { WorkerPool } from './worker-pool.ts'

const always = new AbortController().signal

/** Borrowers, in the order in which they are served. */
function borrowers(pool: WorkerPool) {
  const served: string[] = []
  const held = new Map<string, Disposable[]>()
  const ask = (controller: string, signal = always) =>
    pool.borrow(controller, signal).then((worker) => {
      served.push(controller)
      held.set(controller, [...(held.get(controller) ?? []), worker])
    })
  const giveBack = async (controller: string) => {
    held.get(controller)!.shift()![Symbol.dispose]()
    await nextTurn()
  }
  return { served, ask, giveBack }
}

describe('the worker pool shared by controllers', () => {
  it('lends workers at once while some are free', async () => {
    const { served, ask } = borrowers(new WorkerPool(2))
    for (const name of ['a', 'a', 'a']) void ask(name)
    await nextTurn()
    expect(served).toEqual(['a', 'a'])
  })

  it('prefers the controller with the fewest workers, however many requests others have', async () => {
    const { served, ask, giveBack } = borrowers(new WorkerPool(3))
    for (const name of ['flood', 'flood', 'flood', 'flood', 'flood', 'flood', 'quiet', 'quiet']) void ask(name)
    await nextTurn()
    await giveBack('flood')
    expect(served.slice(3)).toEqual(['quiet'])
    // Now one has two permits and the other has one; then both have one, and rotation decides.
    for (const name of ['flood', 'flood']) await giveBack(name)
    expect(served.slice(4)).toEqual(['flood', 'quiet'])
    // No other controller waits: the flood may have all permits again.
    for (const name of ['quiet', 'quiet']) await giveBack(name)
    expect(served.slice(6)).toEqual(['flood', 'flood'])
  })

  it('is round-robin among controllers with equally many workers', async () => {
    const { served, ask, giveBack } = borrowers(new WorkerPool(1))
    for (const name of ['a', 'a', 'a', 'b', 'b', 'c']) void ask(name)
    await nextTurn()
    while (served.length < 6) await giveBack(served.at(-1)!)
    expect(served).toEqual(['a', 'a', 'b', 'c', 'a', 'b'])
  })

  it('skips aborted requests, and accepts a returned worker once', async () => {
    const pool = new WorkerPool(1)
    const { served, ask } = borrowers(pool)
    const worker = await pool.borrow('a', always)
    const leaving = new AbortController()
    const left = ask('b', leaving.signal)
    void ask('c')
    leaving.abort(new Error('stops'))
    await expect(left).rejects.toThrow('stops')
    worker[Symbol.dispose]()
    worker[Symbol.dispose]()
    await nextTurn()
    expect([served, pool.lent]).toEqual([['c'], 1])
    await expect(pool.borrow('a', leaving.signal)).rejects.toThrow('stops')
  })

  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'never exceeds its size, and has no idle worker while a request waits (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const size = 1 + randomInt(random, 4)
      const pool = new WorkerPool(size)
      const crowd = new Crowd(pool)
      for (let step = 0; step < 300; step++) {
        const name = names[randomInt(random, names.length)]!
        const isAsking = random.next() < 0.5
        if (isAsking) crowd.ask(name, random.next() < 0.2)
        const { served, fewest } = isAsking ? { served: [], fewest: [] } : await crowd.giveBack(name)
        expect(served).toEqual(fewest)
        await nextTurn()
        const { held, waiting } = crowd
        expect([held === pool.lent, held <= size, waiting === 0 || held === size]).toEqual([true, true, true])
      }
    },
  )
})

const names = ['a', 'b', 'c', 'd']

/** Borrows, aborts and returns workers. */
class Crowd {
  readonly #pool: WorkerPool
  readonly #held = new Map<string, Disposable[]>(names.map((name) => [name, []]))
  readonly #waiting = new Map<string, number>(names.map((name) => [name, 0]))

  constructor(pool: WorkerPool) {
    this.#pool = pool
  }

  get held(): number {
    return [...this.#held.values()].reduce((sum, { length }) => sum + length, 0)
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, count) => sum + count, 0)
  }

  ask(name: string, leaves: boolean): void {
    const leaving = new AbortController()
    this.#waiting.set(name, this.#waiting.get(name)! + 1)
    const left = () => this.#waiting.set(name, this.#waiting.get(name)! - 1)
    void this.#pool.borrow(name, leaving.signal).then((worker) => {
      left()
      this.#held.get(name)!.push(worker)
    }, left)
    if (leaves) leaving.abort(new Error('leaves'))
  }

  /** For each served request: the permits of its controller then, and the fewest permits among all waiting controllers. */
  async giveBack(name: string): Promise<{ served: readonly number[]; fewest: readonly number[] }> {
    const worker = this.#held.get(name)!.shift()
    if (worker === undefined) return { served: [], fewest: [] }
    const before = new Map([...this.#held].map(([one, { length }]) => [one, length]))
    const waiting = names.filter((one) => this.#waiting.get(one)! > 0).map((one) => before.get(one)!)
    worker[Symbol.dispose]()
    await nextTurn()
    const served = names.filter((one) => this.#held.get(one)!.length > before.get(one)!)
    return {
      served: served.map((one) => before.get(one)!),
      fewest: waiting.length === 0 ? [] : [Math.min(...waiting)],
    }
  }
}
