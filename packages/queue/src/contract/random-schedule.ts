/** Random operations: every guarantee must hold throughout. The error message of a failure contains the seed. */
import { deepStrictEqual, ok } from 'node:assert/strict'
import { type Random, randomInt } from '@kubewright/core/random'
import { seededRandom, VirtualClock } from '@kubewright/core/testing'
import type { Queue } from '../queue.ts'
import type { Task } from '../task.ts'
import { type ContractCase, type CreateQueue, cases } from './contract-case.ts'
import { Referee, type Rules, type Said } from './referee.ts'

const keys = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']
const reasons = ['spec', 'status', 'secret']
const steps = 150

const plain: Rules = {
  groupOf: (key) => key[0]!,
  backoff: { first: 4, max: 50 },
  ageing: { after: 25, every: 3 },
  debounce: undefined,
  rate: undefined,
}

class Round {
  readonly #random: Random
  readonly #queue: Queue<string>
  readonly #referee: Referee
  readonly #clock = new VirtualClock()
  readonly #held: Task<string>[] = []
  readonly #objections: unknown[] = []
  #idle = 0

  constructor(create: CreateQueue, rules: Rules, random: Random) {
    const { groupOf, debounce, rate, ...others } = rules
    const pace = { ...(debounce && { debounce }), ...(rate && { rate }) }
    this.#queue = create({ ...others, ...pace, fairBy: groupOf, clock: this.#clock })
    this.#referee = new Referee(rules)
    this.#random = random
  }

  async play(): Promise<void> {
    for (let step = 0; step < steps; step++) {
      await this.#act()
      await this.#settle()
    }
    await this.#finish()
  }

  #act(): void | Promise<void> {
    const die = this.#random.next()
    if (die < 0.4) return this.#add()
    if (die < 0.6) return this.#idle < 3 ? this.#take() : undefined
    if (die < 0.8) return this.#held.length > 0 ? this.#handBack(this.#anything()) : undefined
    return this.#clock.advance(this.#pick([1, 3, 7, 20, 60]))
  }

  #add(): void {
    const after = this.#pick([undefined, undefined, 0, 2, 9, 30])
    const priority = this.#pick([0, 0, -100, 5])
    const options = { priority, reason: this.#pick(reasons), ...(after !== undefined && { after }) }
    const key = this.#pick(keys)
    this.#queue.add(key, options)
    this.#referee.added(key, options, this.#clock.elapsed())
  }

  #take(): void {
    this.#idle++
    void this.#queue
      .take()
      .then((task) => {
        this.#idle--
        if (!task) return
        this.#held.push(task)
        this.#referee.taken(task, this.#clock.elapsed())
      })
      .catch((objection: unknown) => this.#objections.push(objection))
  }

  #anything(): Said {
    const again = { kind: 'again', after: this.#pick([0, 5, 40]) } as const
    return this.#pick([{ kind: 'done' }, { kind: 'retry', reason: this.#pick(reasons) }, again])
  }

  #handBack(said: Said): void {
    const [task] = this.#held.splice(randomInt(this.#random, this.#held.length), 1)
    if (said.kind === 'retry') task!.retry({ reason: said.reason })
    if (said.kind === 'again') task!.again(said.after)
    task![Symbol.dispose]()
    this.#referee.returned(task!.key, said, this.#clock.elapsed())
  }

  async #settle(): Promise<void> {
    await this.#clock.advance(0)
    if (this.#objections.length > 0) throw this.#objections[0]
    this.#referee.settled(this.#idle, this.#clock.elapsed())
    ok(this.#clock.pending.length <= 1, `Nothing kept: there are ${this.#clock.pending.length} timers`)
  }

  /** From now on every run succeeds. All pending keys must be handed out in the end, and nothing may remain. */
  async #finish(): Promise<void> {
    for (let turn = 0; turn < 200 && (this.#referee.owed.length > 0 || this.#held.length > 0); turn++) {
      if (this.#idle === 0) this.#take()
      await this.#clock.advance(20)
      await this.#settle()
      if (this.#held.length > 0) this.#handBack({ kind: 'done' })
      await this.#settle()
    }
    deepStrictEqual(this.#referee.owed, [], 'Not lost: these keys were asked for and never handed out')
    const { waiting, delayed, running } = this.#queue.snapshot()
    deepStrictEqual([waiting.count, delayed.count, running.count, this.#clock.pending.length], [0, 0, 0, 0])
    this.#queue.close()
    await this.#settle()
    deepStrictEqual(this.#idle, 0)
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[randomInt(this.#random, items.length)]!
  }
}

async function playRounds(create: CreateQueue, rules: Rules, rounds: number): Promise<void> {
  for (let seed = 1; seed <= rounds; seed++) {
    try {
      await new Round(create, rules, seededRandom(seed)).play()
    } catch (error) {
      throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
}

export const randomSchedule: readonly ContractCase[] = cases('Random schedule', {
  'keeps every guarantee': (create) => playRounds(create, plain, 50),
  'keeps every guarantee without groups': (create) => playRounds(create, { ...plain, groupOf: () => '' }, 25),
  'keeps every guarantee with debounce': (create) =>
    playRounds(create, { ...plain, debounce: { wait: 6, max: 15 } }, 25),
  'keeps every guarantee with a rate limit': (create) =>
    playRounds(create, { ...plain, rate: { perSecond: 300, burst: 3 } }, 25),
})
