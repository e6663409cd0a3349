/**
 * Checks a queue from outside and throws as soon as it breaks a guarantee.
 *
 * It sees only the calls and their results, and uses the simplest possible model: one record per key, searched linearly.
 */
import { deepStrictEqual, ok } from 'node:assert/strict'
import type { Task } from '../task.ts'
import type { RateOptions } from '../token-bucket.ts'

/** The options of the queue, all times in milliseconds. */
export interface Rules {
  readonly groupOf: (key: string) => string
  readonly backoff: { readonly first: number; readonly max: number }
  readonly ageing: { readonly after: number; readonly every: number }
  readonly debounce: { readonly wait: number; readonly max: number } | undefined
  readonly rate: RateOptions | undefined
}

export interface Added {
  readonly after?: number
  readonly priority: number
  readonly reason: string
}

export type Said =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly reason: string }
  | { readonly kind: 'again'; readonly after: number }

interface Ask {
  readonly priority: number
  readonly at: number
  readonly firstHeldAt: number
  readonly lastHeldAt: number
  readonly adds: number
  readonly reasons: readonly string[]
}

interface Failures {
  readonly count: number
  readonly early: number
  readonly failedAt: number
  readonly retryAt: number
}

interface Book {
  readonly key: string
  readonly group: string
  /** The pending request since the key was last handed out. */
  ask: Ask | undefined
  /** The request of the running task. */
  running: Ask | undefined
  failures: Failures | undefined
  /** When the key was last requested or handed back. */
  placedAt: number
  /** Since when a worker could take it; `order` grows with each key that becomes ready or moves. */
  ready: { since: number; order: number } | undefined
}

type ReadyBook = Book & { readonly ask: Ask; readonly ready: NonNullable<Book['ready']> }

const notHeld = { firstHeldAt: Infinity, lastHeldAt: Infinity }

export class Referee {
  readonly #rules: Rules
  readonly #books = new Map<string, Book>()
  /** For each waiting level and group: the groups that had a turn in the meantime. */
  readonly #turns = new Map<string, Set<string>>()
  readonly #handOuts: number[] = []
  #passedOver = 0
  #order = 0

  constructor(rules: Rules) {
    this.#rules = rules
  }

  /** The keys that were requested and not handed out since. */
  get owed(): readonly string[] {
    return [...this.#books.values()].filter(({ ask }) => ask).map(({ key }) => key)
  }

  added(key: string, { after, priority, reason }: Added, now: number): void {
    this.#ripen(now)
    const isHeld = after === undefined && this.#rules.debounce !== undefined
    const held = isHeld ? { firstHeldAt: now, lastHeldAt: now } : notHeld
    const at = isHeld ? Infinity : now + (after ?? 0)
    this.#place(this.#book(key), { priority, at, ...held, adds: 1, reasons: [reason] }, now)
  }

  returned(key: string, said: Said, now: number): void {
    this.#ripen(now)
    const book = this.#book(key)
    const before = { ...book.running!, ...notHeld }
    book.running = undefined
    book.failures = said.kind === 'retry' ? this.#failuresAfter(book, now) : undefined
    if (said.kind === 'done') this.#place(book, undefined, now)
    else if (said.kind === 'again') this.#place(book, { ...before, at: now + said.after, adds: 0, reasons: [] }, now)
    else this.#place(book, { ...before, at: book.failures!.retryAt, reasons: [...before.reasons, said.reason] }, now)
  }

  taken(task: Task<string>, now: number): void {
    this.#ripen(now)
    const book = this.#book(task.key)
    ok(!book.running, `Alone: ${task.key} is with two workers`)
    ok(book.ask, `Once: nobody asked for ${task.key}`)
    ok(isReady(book), `Not early: ${task.key} is handed out at ${now}`)
    this.#checkFacts(task, book, now)
    this.#checkRate(now)
    this.#checkChoice(book, now)
    Object.assign(book, { running: book.ask, ask: undefined, ready: undefined })
    this.#tidyTurns()
  }

  /** Call it when no further progress is possible at the current time. */
  settled(idleWorkers: number, now: number): void {
    this.#ripen(now)
    const ready = this.#ready().map(({ key }) => key)
    ok(idleWorkers === 0 || ready.length === 0 || this.#rules.rate, `Not lost: workers wait, and so do ${ready.join()}`)
  }

  #book(key: string): Book {
    const known = this.#books.get(key)
    if (known) return known
    const nothing = { ask: undefined, running: undefined, failures: undefined, ready: undefined }
    const book: Book = { key, group: this.#rules.groupOf(key), placedAt: 0, ...nothing }
    this.#books.set(key, book)
    return book
  }

  #place(book: Book, ask: Ask | undefined, now: number): void {
    const before = book.ask
    book.ask = before && ask ? merged(before, ask) : (before ?? ask)
    book.placedAt = now
    if (book.ready && book.ask!.priority > before!.priority) book.ready.order = ++this.#order
    this.#ripen(now)
    this.#tidyTurns()
  }

  #failuresAfter({ failures }: Book, now: number): Failures {
    if (failures && now < failures.retryAt) return { ...failures, early: failures.early + 1, failedAt: now }
    const count = (failures?.count ?? 0) + 1
    return { count, early: 0, failedAt: now, retryAt: now + this.#waitAfter(count) }
  }

  #waitAfter(count: number): number {
    const { first, max } = this.#rules.backoff
    return Math.min(max, first * 2 ** (count - 1))
  }

  #dueAt({ ask, failures }: Book): number {
    const { wait, max } = this.#rules.debounce ?? { wait: 0, max: 0 }
    const asked = Math.min(ask!.at, ask!.lastHeldAt + wait, ask!.firstHeldAt + max)
    if (!failures) return asked
    const { early, failedAt, retryAt } = failures
    return Math.min(retryAt, Math.max(asked, failedAt + (early === 0 ? 0 : this.#waitAfter(early))))
  }

  /** Marks the keys that are ready by now. Keys that became ready at the same time share their place in the order. */
  #ripen(now: number): void {
    const unripe = [...this.#books.values()].filter(({ ask, running, ready }) => ask && !running && !ready)
    const due = unripe.map((book) => ({ book, since: Math.max(this.#dueAt(book), book.placedAt) }))
    let last = -Infinity
    for (const { book, since } of due.sort((one, other) => one.since - other.since)) {
      if (since > now) return
      if (since > last) this.#order++
      last = since
      book.ready = { since, order: this.#order }
    }
  }

  #ready(): ReadyBook[] {
    return [...this.#books.values()].filter(isReady)
  }

  #checkFacts({ priority, adds, reasons, failures, waitedMs }: Task<string>, book: ReadyBook, now: number): void {
    const { ask, ready } = book
    deepStrictEqual(
      { key: book.key, priority, adds, reasons: [...reasons].sort(), failures, waitedMs },
      {
        key: book.key,
        priority: ask.priority,
        adds: ask.adds,
        reasons: [...new Set(ask.reasons)].sort(),
        failures: book.failures?.count ?? 0,
        waitedMs: now - ready.since,
      },
    )
  }

  #checkRate(now: number): void {
    this.#handOuts.push(now)
    const { rate } = this.#rules
    if (!rate) return
    for (const [index, since] of this.#handOuts.entries()) {
      const allowed = rate.burst + ((now - since) * rate.perSecond) / 1000
      ok(this.#handOuts.length - index <= allowed + 1e-6, `Not early: the rate is exceeded since ${since}`)
    }
  }

  #checkChoice(book: ReadyBook, now: number): void {
    const ready = this.#ready()
    const oldest = Math.min(...ready.map((each) => each.ready.since))
    const isOverdue = now - oldest >= this.#rules.ageing.after
    const isOldest = book.ready.since === oldest
    this.#passedOver = isOverdue && !isOldest ? this.#passedOver + 1 : 0
    ok(this.#passedOver < this.#rules.ageing.every, 'No starvation: an overdue key is passed over too often')
    if (isOverdue && isOldest) this.#turns.delete(turnOf(book))
    else this.#checkTurn(book, ready)
  }

  /** The key was not chosen for its age, so it must have been its turn. */
  #checkTurn(book: ReadyBook, ready: readonly ReadyBook[]): void {
    const { key, group, ask } = book
    const rivals = ready.filter((each) => each.ask.priority >= ask.priority)
    const higher = rivals.find((each) => each.ask.priority > ask.priority)
    ok(!higher, `Priority: ${key} is handed out before ${higher?.key}`)
    const sooner = rivals.find((each) => each.group === group && each.ready.order < book.ready.order)
    ok(!sooner, `Priority: ${key} is handed out before ${sooner?.key}, which came first`)
    for (const turn of new Set(rivals.filter((each) => each.group !== group).map(turnOf))) {
      const had = this.#turns.get(turn) ?? new Set()
      ok(!had.has(group), `Priority: ${group} has a second turn before the first of ${turn}`)
      this.#turns.set(turn, had.add(group))
    }
    this.#turns.delete(turnOf(book))
  }

  /** A group that leaves a level and comes back starts to wait again. */
  #tidyTurns(): void {
    const waiting = new Set(this.#ready().map(turnOf))
    for (const turn of this.#turns.keys()) if (!waiting.has(turn)) this.#turns.delete(turn)
  }
}

function isReady(book: Book): book is ReadyBook {
  return book.ready !== undefined
}

function turnOf({ ask, group }: ReadyBook): string {
  return `${group} at ${ask.priority}`
}

function merged(one: Ask, other: Ask): Ask {
  const isHeldAgain = other.lastHeldAt !== Infinity
  return {
    priority: Math.max(one.priority, other.priority),
    at: Math.min(one.at, other.at),
    firstHeldAt: Math.min(one.firstHeldAt, other.firstHeldAt),
    lastHeldAt: isHeldAgain ? other.lastHeldAt : one.lastHeldAt,
    adds: one.adds + other.adds,
    reasons: [...one.reasons, ...other.reasons],
  }
}
