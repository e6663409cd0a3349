/** What an operator can reach for that no simulation can repeat, and what it gets instead. */
import { createRequire } from 'node:module'
import { type Random, randomInt, seededIds, seededRandom } from '@kubewright/core'
import type { CodeOwner } from './labelled-controllers.ts'

/** Where things are, what they are called, and what is done instead. */
export interface RealThing {
  readonly on: Readonly<Record<string, unknown>>
  readonly name: string
  readonly what: string
  /** Without it the real one is used. */
  readonly instead?: (owner: CodeOwner, ...parameters: readonly unknown[]) => unknown
  /** Does the same as the original, for a run that is played again: no process waits for it. @default the original */
  readonly unheld?: (original: AnyFunction, ...parameters: readonly unknown[]) => unknown
}

export type AnyFunction = (...parameters: readonly unknown[]) => unknown

const require = createRequire(import.meta.url)

function part(name: string): Readonly<Record<string, unknown>> {
  return require(name) as Readonly<Record<string, unknown>>
}

export function realThings(): readonly RealThing[] {
  return [...times(), ...timers(), ...chances(), ...othersOf()]
}

function times(): readonly RealThing[] {
  const globals = globalThis as unknown as Readonly<Record<string, unknown>>
  const nanos = ({ actor }: CodeOwner) => BigInt(Math.round(actor.clock.elapsed() * 1e6))
  const hrtime = (owner: CodeOwner, since: unknown) => {
    const [seconds, rest] = (since ?? [0, 0]) as readonly [number, number]
    const passed = nanos(owner) - BigInt(seconds) * 1_000_000_000n - BigInt(rest)
    return [Number(passed / 1_000_000_000n), Number(passed % 1_000_000_000n)]
  }
  return [
    { on: Date as never, name: 'now', what: 'Date.now', instead: ({ actor }) => actor.clock.now() },
    {
      on: globals['performance'] as never,
      name: 'now',
      what: 'performance.now',
      instead: ({ actor }) => actor.clock.elapsed(),
    },
    // First what hangs on the function, which is copied with it.
    { on: process.hrtime as never, name: 'bigint', what: 'process.hrtime.bigint', instead: nanos },
    { on: process as never, name: 'hrtime', what: 'process.hrtime', instead: hrtime },
  ]
}

/** Where timers come from, and are cleared. */
export const timerPlaces: readonly RealThing['on'][] = [globalThis as never, part('node:timers')]

const given = new WeakMap<object, Disposable>()

/** Ends a timer that was given in place of a real one. Returns whether it was one. */
export function clearGiven(timer: unknown): boolean {
  const scheduled = typeof timer === 'object' && timer !== null ? given.get(timer) : undefined
  scheduled?.[Symbol.dispose]()
  return scheduled !== undefined
}

function timerOf(scheduled: Disposable): object {
  const timer = {
    ref: () => timer,
    unref: () => timer,
    hasRef: () => false,
    [Symbol.toPrimitive]: () => 0,
    [Symbol.dispose]: () => scheduled[Symbol.dispose](),
  }
  given.set(timer, scheduled)
  return timer
}

type Callback = (...parameters: readonly unknown[]) => void

function timeout({ actor }: CodeOwner, run: unknown, ms: unknown, ...parameters: readonly unknown[]): object {
  return timerOf(actor.clock.schedule(Number(ms ?? 0), () => (run as Callback)(...parameters)))
}

function interval({ actor }: CodeOwner, run: unknown, ms: unknown, ...parameters: readonly unknown[]): object {
  // One that never waits would keep time from passing.
  const every = Math.max(1, Number(ms ?? 0))
  const again = () => {
    next = actor.clock.schedule(every, again)
    ;(run as Callback)(...parameters)
  }
  let next = actor.clock.schedule(every, again)
  return timerOf({ [Symbol.dispose]: () => next[Symbol.dispose]() })
}

function timers(): readonly RealThing[] {
  const wait = ({ actor }: CodeOwner, ms: unknown, value: unknown) =>
    new Promise((resolve) => actor.clock.schedule(Number(ms ?? 0), () => resolve(value)))
  const signal = ({ actor }: CodeOwner, ms: unknown) => {
    const controller = new AbortController()
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    actor.clock.schedule(Number(ms ?? 0), () => controller.abort(reason))
    return controller.signal
  }
  const unheld = (original: AnyFunction, ...parameters: readonly unknown[]) =>
    (original(...parameters) as NodeJS.Timeout).unref()
  return [
    ...timerPlaces.flatMap((on): RealThing[] => [
      { on, name: 'setTimeout', what: 'setTimeout', instead: timeout, unheld },
      { on, name: 'setInterval', what: 'setInterval', instead: interval, unheld },
    ]),
    {
      on: part('node:timers/promises'),
      name: 'setTimeout',
      what: 'setTimeout of node:timers/promises',
      instead: wait,
      unheld: (original, ms, value, options) => original(ms, value, { ...(options as object), ref: false }),
    },
    { on: AbortSignal as never, name: 'timeout', what: 'AbortSignal.timeout', instead: signal },
  ]
}

const chance = new WeakMap<object, Random>()

function chanceOf({ actor }: CodeOwner): Random {
  let random = chance.get(actor)
  if (random === undefined) chance.set(actor, (random = seededRandom(actor.name)))
  return random
}

function bytesOf(owner: CodeOwner, count: number): Buffer {
  const random = chanceOf(owner)
  return Buffer.from(Array.from({ length: count }, () => randomInt(random, 256)))
}

function uuidOf(owner: CodeOwner): string {
  return seededIds(chanceOf(owner)).uuid()
}

function chances(): readonly RealThing[] {
  const crypto = part('node:crypto')
  const bytes = (owner: CodeOwner, count: unknown, told: unknown) => {
    const drawn = bytesOf(owner, Number(count))
    if (typeof told !== 'function') return drawn
    queueMicrotask(() => (told as Callback)(null, drawn))
    return undefined
  }
  const fill = (owner: CodeOwner, array: unknown) => {
    const view = array as NodeJS.ArrayBufferView
    new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(bytesOf(owner, view.byteLength))
    return array
  }
  return [
    { on: Math as never, name: 'random', what: 'Math.random', instead: (owner) => chanceOf(owner).next() },
    { on: globalThis.crypto as never, name: 'getRandomValues', what: 'crypto.getRandomValues', instead: fill },
    ...[globalThis.crypto as never, crypto].map((on): RealThing => {
      return { on, name: 'randomUUID', what: 'crypto.randomUUID', instead: uuidOf }
    }),
    { on: crypto, name: 'randomBytes', what: 'crypto.randomBytes', instead: bytes },
    { on: crypto, name: 'randomInt', what: 'crypto.randomInt' },
  ]
}

/** Nothing can be given in their place: whatever is behind them has to be given to the exploration as a fake. */
function othersOf(): readonly RealThing[] {
  const all = (of: string, ...names: readonly string[]) =>
    names.map((name): RealThing => ({ on: part(`node:${of}`), name, what: `${of}.${name}` }))
  const { Socket } = part('node:net') as { readonly Socket: { readonly prototype: RealThing['on'] } }
  return [
    { on: globalThis as never, name: 'fetch', what: 'fetch' },
    ...all('http', 'request', 'get'),
    ...all('https', 'request', 'get'),
    ...all('net', 'connect', 'createConnection'),
    { on: Socket.prototype, name: 'connect', what: 'a socket' },
    ...all('dgram', 'createSocket'),
    ...all('child_process', 'spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync', 'execFileSync'),
  ]
}
