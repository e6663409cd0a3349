/** Watches whose connections a proxy or load balancer keeps cutting. */
import type { WatchEvent } from '@kubewright/client'
import { type KubeObject, sleep } from '@kubewright/core'
import { defineErrors } from '@kubewright/core/errors'
import { randomInt, type Random, seededRandom } from '@kubewright/core/random'
import { onAbort } from '@kubewright/core/tasks'
import { nextTurn, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { FollowedObjects } from './followed-objects.ts'
import { holdObject } from './held-object.ts'
import { describeFailure } from './source-failure.ts'
import type { SourceState } from './source-state.ts'
import { bookmark, changeOf, site, Website } from './testing/objects.ts'
import { type WatchedServer, WatchLoop, type WatchRequest } from './watch-loop.ts'

const entry = { summary: 'x', cause: 'x', remedy: 'x' }
const errors = defineErrors({
  KW_CLIENT_UNREACHABLE: entry,
  KW_CLIENT_CONNECTION_LOST: entry,
  KW_CLIENT_EVENT: entry,
  KW_CLIENT_WATCH_IDLE: entry,
})
const failed = (code: Parameters<typeof errors>[0]) => errors(code, { what: 'watch websites', why: 'x' })

interface Cuts {
  /** How long each stream lives. */
  readonly lives: (random: Random) => number
  /** The error its reader gets then; `undefined` for a clean end. */
  readonly with: Error | undefined
  /** The probability that a connection attempt fails, from 0 to 1. */
  readonly refuses?: number
}

/** A server with occasional changes, behind a load balancer that cuts connections. */
class CutServer implements WatchedServer<KubeObject> {
  readonly clock = new VirtualClock({ maxTimers: 1_000_000 })
  readonly #random: Random
  readonly #cuts: Cuts
  /** The resourceVersion of the last change. */
  #version = 5
  #wake: (() => void)[] = []
  watches = 0
  timeouts: (number | undefined)[] = []
  /** For how long a stream was open. */
  openMs = 0

  constructor(seed: number, cuts: Cuts) {
    this.#random = seededRandom(seed)
    this.#cuts = cuts
  }

  get version(): number {
    return this.#version
  }

  change(): void {
    this.#version++
    for (const wake of this.#wake.splice(0)) wake()
  }

  pages(): never {
    throw new Error('nobody asked for lists')
  }

  async *watch(from: string | undefined, signal: AbortSignal, { onOpened, timeoutSeconds }: WatchRequest) {
    this.watches++
    this.timeouts.push(timeoutSeconds)
    await sleep(this.clock, 20 + randomInt(this.#random, 60), signal)
    if (from !== undefined && this.#random.next() < (this.#cuts.refuses ?? 0)) throw failed('KW_CLIENT_UNREACHABLE')
    const begun = this.clock.elapsed()
    onOpened()
    try {
      yield* this.#events(from, begun + this.#cuts.lives(this.#random), signal)
    } finally {
      this.openMs += this.clock.elapsed() - begun
    }
    if (this.#cuts.with !== undefined) throw this.#cuts.with
  }

  async *#events(from: string | undefined, end: number, signal: AbortSignal): AsyncGenerator<WatchEvent<KubeObject>> {
    let at = Number(from ?? 5)
    if (from === undefined) yield* [changeOf('ADDED', site('a', 5)), bookmark(5, true)]
    while (this.clock.elapsed() < end) {
      while (at < this.#version) yield changeOf('MODIFIED', site('a', ++at)) as never
      using _ = this.clock.schedule(Math.max(1, end - this.clock.elapsed()), () => this.#wakeAll())
      const { promise, resolve } = deferred()
      this.#wake.push(resolve)
      using _listening = onAbort(signal, resolve)
      await promise
      signal.throwIfAborted()
    }
  }

  #wakeAll(): void {
    for (const wake of this.#wake.splice(0)) wake()
  }
}

function deferred() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve: () => resolve() }
}

/** Ten minutes with a change every few seconds, or none. */
async function play(seed: number, cuts: Cuts, changes: 'often' | 'never' = 'often') {
  const server = new CutServer(seed, cuts)
  const { clock } = server
  const states: SourceState[] = []
  const followed = new FollowedObjects({ hold: holdObject, now: () => clock.elapsed(), tell: () => undefined })
  const loop = new WatchLoop({
    server,
    sink: followed,
    clock,
    random: seededRandom(seed),
    observer: {},
    describe: (error) => describeFailure(error, Website, {}),
    moved: (state) => states.push(state),
  })
  const stop = new AbortController()
  const running = loop.run(stop.signal)
  let behindMs = 0
  const tick = 100
  const pick = seededRandom(`changes ${seed}`)
  for (let ms = 0; ms < 600_000; ms += tick) {
    await clock.advance(tick)
    await nextTurn()
    if (changes === 'often' && pick.next() < tick / 3_000) server.change()
    await nextTurn()
    if (Number(followed.progress) < server.version) behindMs += tick
  }
  stop.abort()
  await running
  expect(clock.pending).toEqual([])
  const failures = states.filter(({ phase }) => phase === 'failing').length
  return { server, blind: 1 - server.openMs / 600_000, behind: behindMs / 600_000, failures, states }
}

const every20s: Pick<Cuts, 'lives'> = { lives: () => 20_000 }

describe('a watch connection that is cut every 20 seconds', () => {
  it.each([
    { name: 'cleanly', cut: undefined },
    { name: 'by a reset', cut: failed('KW_CLIENT_CONNECTION_LOST') },
    { name: 'in the middle of an event', cut: failed('KW_CLIENT_EVENT') },
  ])('leaves the cache without a watch for less than one percent of the time: $name', async ({ cut }) => {
    const { server, blind, behind, failures } = await play(1, { ...every20s, with: cut })
    expect(blind).toBeLessThan(0.01)
    expect(behind).toBeLessThan(0.01)
    expect(failures).toBe(0)
    expect(server.watches).toBeLessThan(32)
  })

  it.each([1, 2, 3])('backs off only after failed connection attempts (seed %i)', async (seed) => {
    const cut = failed('KW_CLIENT_CONNECTION_LOST')
    const { blind, failures } = await play(seed, { ...every20s, with: cut, refuses: 0.3 })
    expect(failures).toBeGreaterThan(2)
    expect(blind).toBeLessThan(0.2)
  })

  it('is live between cuts even if no object ever changes', async () => {
    const { blind, states } = await play(1, { ...every20s, with: failed('KW_CLIENT_CONNECTION_LOST') }, 'never')
    expect(blind).toBeLessThan(0.01)
    expect(states.at(-2)?.phase).toBe('live')
  })
})

describe('a server that accepts every watch and closes it at once', () => {
  it.each([
    { name: 'cleanly', cut: undefined },
    { name: 'by a reset', cut: failed('KW_CLIENT_CONNECTION_LOST') },
  ])('is not retried in a hot loop: closed $name', async ({ cut }) => {
    let streams = 0
    const { server, states } = await play(1, { lives: () => (streams++ === 0 ? 5_000 : 5), with: cut }, 'never')
    expect(server.watches).toBeLessThan(30)
    expect(states.filter(({ phase }) => phase === 'failing').length).toBeGreaterThan(10)
  })
})

describe('a watch connection that falls silent', () => {
  it('is resumed at once, with a timeoutSeconds that forces a bookmark until an event arrives', async () => {
    const { server, failures, blind } = await play(
      1,
      { lives: () => 45_000, with: failed('KW_CLIENT_WATCH_IDLE') },
      'never',
    )
    expect([failures, server.timeouts[0]]).toEqual([0, undefined])
    expect(blind).toBeLessThan(0.01)
    for (const seconds of server.timeouts.slice(1)) {
      expect(seconds).toBeGreaterThanOrEqual(30)
      expect(seconds).toBeLessThanOrEqual(40)
    }
    server.change()
    const busy = await play(1, { lives: () => 45_000, with: failed('KW_CLIENT_WATCH_IDLE') })
    expect(busy.server.timeouts.filter((one) => one === undefined).length).toBeGreaterThan(0)
  })
})
