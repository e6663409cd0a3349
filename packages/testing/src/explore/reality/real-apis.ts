/** Non-deterministic APIs that an operator can use, and their replacements. */
import { createRequire } from 'node:module'
import { type Random, randomInt, seededIds, seededRandom } from '@kubewright/core/random'
import { virtualDeadline, virtualInterval, virtualTicks, virtualTimeout, virtualWait } from './virtual-timers.ts'
import type { CodeOwner } from './code-owner.ts'

/** An API: its object, its name, and its replacement. */
export interface RealApi {
  readonly on: Readonly<Record<string, unknown>>
  readonly name: string
  readonly what: string
  /** Virtual time replaces it without loss, so uses by libraries are not reported. */
  readonly isTime?: boolean
  /** The replacement. Without it the real API is used. */
  readonly instead?: (owner: CodeOwner, ...parameters: readonly unknown[]) => unknown
  /** Like the original, but does not keep the process alive, for a run that is repeated. @default the original */
  readonly unheld?: (original: AnyFunction, ...parameters: readonly unknown[]) => unknown
}

export type AnyFunction = (...parameters: readonly unknown[]) => unknown

const require = createRequire(import.meta.url)

function part(name: string): Readonly<Record<string, unknown>> {
  return require(name) as Readonly<Record<string, unknown>>
}

export function realApis(): readonly RealApi[] {
  const ofTime = [...times(), ...timers()].map((one): RealApi => ({ ...one, isTime: true }))
  return [...ofTime, ...chances(), ...othersOf()]
}

function times(): readonly RealApi[] {
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
    {
      on: process as never,
      name: 'uptime',
      what: 'process.uptime',
      instead: ({ actor }) => actor.clock.elapsed() / 1_000,
    },
    // Properties of the function first, because they are copied with it.
    { on: process.hrtime as never, name: 'bigint', what: 'process.hrtime.bigint', instead: nanos },
    { on: process as never, name: 'hrtime', what: 'process.hrtime', instead: hrtime },
  ]
}

/** The objects with functions that set and clear timers. */
export const timerPlaces: readonly RealApi['on'][] = [globalThis as never, part('node:timers')]

function timers(): readonly RealApi[] {
  const unheld = (original: AnyFunction, ...parameters: readonly unknown[]) =>
    (original(...parameters) as NodeJS.Timeout).unref()
  const unheldSoon: RealApi['unheld'] = (original, ms, value, options) =>
    original(ms, value, { ...(options as object), ref: false })
  const promises = part('node:timers/promises')
  const scheduler = Object.getPrototypeOf(promises['scheduler']) as RealApi['on']
  const waits = (owner: CodeOwner, ms: unknown, options: unknown) => virtualWait(owner, ms, undefined, options)
  const of = 'of node:timers/promises'
  return [
    // The `promisify` variants first: they are properties of the others, and are copied with them.
    { on: promises, name: 'setTimeout', what: `setTimeout ${of}`, instead: virtualWait, unheld: unheldSoon },
    { on: promises, name: 'setInterval', what: `setInterval ${of}`, instead: virtualTicks, unheld: unheldSoon },
    { on: scheduler, name: 'wait', what: `scheduler.wait ${of}`, instead: waits },
    ...timerPlaces.flatMap((on): RealApi[] => [
      { on, name: 'setTimeout', what: 'setTimeout', instead: virtualTimeout, unheld },
      { on, name: 'setInterval', what: 'setInterval', instead: virtualInterval, unheld },
    ]),
    { on: AbortSignal as never, name: 'timeout', what: 'AbortSignal.timeout', instead: virtualDeadline },
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

/** Returns the value, or passes it to the callback if there is one. */
function given<T>(drawn: T, callback: unknown): T | undefined {
  if (typeof callback !== 'function') return drawn
  queueMicrotask(() => (callback as AnyFunction)(null, drawn))
  return undefined
}

function filled(owner: CodeOwner, array: unknown, ...more: readonly unknown[]): unknown {
  const { buffer, byteOffset, byteLength } = array as NodeJS.ArrayBufferView
  const [from = 0, count = byteLength - from] = more.filter((one) => typeof one === 'number')
  new Uint8Array(buffer, byteOffset + from, count).set(bytesOf(owner, count))
  return given(array, more.at(-1))
}

/** From the first bound, or 0, up to but excluding the last. */
function numberOf(owner: CodeOwner, ...asked: readonly unknown[]): number | undefined {
  const [least, most] = [0, ...asked.filter((one) => typeof one === 'number')].slice(-2) as [number, number]
  return given(least + randomInt(chanceOf(owner), most - least), asked.at(-1))
}

function chances(): readonly RealApi[] {
  const crypto = part('node:crypto')
  const bytes = (owner: CodeOwner, count: unknown, callback: unknown) => given(bytesOf(owner, Number(count)), callback)
  return [
    { on: Math as never, name: 'random', what: 'Math.random', instead: (owner) => chanceOf(owner).next() },
    { on: globalThis.crypto as never, name: 'getRandomValues', what: 'crypto.getRandomValues', instead: filled },
    ...[globalThis.crypto as never, crypto].map((on): RealApi => {
      return { on, name: 'randomUUID', what: 'crypto.randomUUID', instead: uuidOf }
    }),
    { on: crypto, name: 'randomBytes', what: 'crypto.randomBytes', instead: bytes },
    { on: crypto, name: 'randomFill', what: 'crypto.randomFill', instead: filled },
    { on: crypto, name: 'randomFillSync', what: 'crypto.randomFillSync', instead: filled },
    { on: crypto, name: 'randomInt', what: 'crypto.randomInt', instead: numberOf },
  ]
}

/** APIs without a replacement: the exploration needs a fake of the service behind them. */
function othersOf(): readonly RealApi[] {
  const all = (of: string, ...names: readonly string[]) =>
    names.map((name): RealApi => ({ on: part(`node:${of}`), name, what: `${of}.${name}` }))
  const { Socket } = part('node:net') as { readonly Socket: { readonly prototype: RealApi['on'] } }
  return [
    { on: globalThis as never, name: 'fetch', what: 'fetch' },
    ...all('http', 'request', 'get'),
    ...all('https', 'request', 'get'),
    ...all('net', 'connect', 'createConnection'),
    { on: Socket.prototype, name: 'connect', what: 'a socket' },
    ...all('dgram', 'createSocket'),
    ...all('dns', ...lookups),
    ...lookups.map((name): RealApi => ({ on: part('node:dns/promises'), name, what: `dns.promises.${name}` })),
    ...all('crypto', 'generateKey', 'generateKeySync', 'generateKeyPair', 'generateKeyPairSync'),
    ...all('child_process', 'spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync', 'execFileSync'),
  ]
}

const lookups = ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveSrv', 'resolveTxt', 'reverse'] as const
