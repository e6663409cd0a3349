/**
 * Detects that the operator's own code uses real time, randomness or sockets during a simulation. Each use is reported with its source
 * line; time and randomness are replaced by simulated ones, so that the run stays deterministic. Libraries and scenarios also get virtual
 * time, but are not reported, because the operator's author could not change them.
 * See decisions 0231 and 0287.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import { finding } from '../trace/finding.ts'
import { clearVirtualTimer } from './virtual-timers.ts'
import type { CodeOwner } from './code-owner.ts'
import { isOwnCode } from './own-code.ts'
import { type AnyFunction, type RealApi, realApis, timerPlaces } from './real-apis.ts'

const owners = new AsyncLocalStorage<CodeOwner>()

/** Attributes all code that `run` causes to the operator. */
export function inOperatorCode<T>(owner: CodeOwner, run: () => T): T {
  return owners.run(owner, run)
}

/** Observes non-deterministic accesses during a run. */
export interface RealityWatch extends Disposable {
  /** Whether the operator's code is traced, with `inOperatorCode`. */
  readonly follows: boolean
  /** For an untraced run: something used a real API, possibly the operator. */
  readonly isSuspect: boolean
}

let followed = 0
const unfollowed = new Set<{ isSuspect: boolean }>()

/**
 * Tracing makes Node observe every promise, which makes runs a tenth slower, and hardly any operator uses a real API. Without tracing, only
 * the use itself is noticed, not its origin: such a run has to be repeated with tracing.
 */
export function watchReality(follows: boolean): RealityWatch {
  const watch = { follows, isSuspect: false }
  if (follows) followed++
  else unfollowed.add(watch)
  return Object.assign(watch, {
    [Symbol.dispose]() {
      if (!follows) unfollowed.delete(watch)
      else if (--followed === 0) owners.disable()
    },
  })
}

/** Whether the operator may be the caller, in an untraced run. */
function suspects(): boolean {
  if (unfollowed.size === 0 || callerOf() === undefined) return false
  for (const watch of unfollowed) watch.isSuspect = true
  return true
}

/** Sets the trap until the result is disposed. Traps may be nested. */
export function trapReality(): Disposable {
  if (depth++ === 0) spring = set()
  return {
    [Symbol.dispose]() {
      if (--depth === 0) spring()
    },
  }
}

let depth = 0
let spring = () => {}

function set(): () => void {
  const undo = realApis().map((one) => replace(one.on, one.name, (original) => watched(one, original)))
  for (const on of timerPlaces)
    for (const name of ['clearTimeout', 'clearInterval']) undo.push(replace(on, name, clearing))
  undo.push(trapDates())
  syncBuiltinESMExports()
  return () => {
    for (const one of undo.reverse()) one()
    syncBuiltinESMExports()
  }
}

/** Returns a function that restores the original. */
function replace(on: RealApi['on'], name: string, by: (original: AnyFunction) => AnyFunction): () => void {
  const original = on[name]
  if (typeof original !== 'function') return () => undefined
  const isOwn = Object.hasOwn(on, name)
  define(on, name, by(original as AnyFunction))
  return () => void (isOwn ? define(on, name, original) : Reflect.deleteProperty(on, name))
}

/** Nested accesses of a reported function are not reported. */
let isReporting = false

function watched(thing: RealApi, original: AnyFunction): AnyFunction {
  const { instead, unheld } = thing
  const watching = function (this: unknown, ...parameters: readonly unknown[]): unknown {
    const owner = isReporting ? undefined : owners.getStore()
    const isSuspicious = owner === undefined && !isReporting && suspects()
    if (isSuspicious && unheld !== undefined) return unheld(original, ...parameters)
    if (owner === undefined || !concerns(owner, thing)) return original.apply(this, parameters as unknown[])
    isReporting = true
    try {
      return instead === undefined ? original.apply(this, parameters as unknown[]) : instead(owner, ...parameters)
    } finally {
      isReporting = false
    }
  }
  return Object.assign(watching, original)
}

function clearing(original: AnyFunction): AnyFunction {
  return (timer) => (clearVirtualTimer(timer) ? undefined : original(timer))
}

/** `new Date()` without an argument reads the time, and so does `Date()` with any. */
function trapDates(): () => void {
  const original = globalThis.Date
  const Watched: DateConstructor = new Proxy(original, {
    construct(target, parameters, newTarget) {
      const now = parameters.length === 0 ? timeFor('new Date()') : undefined
      return Reflect.construct(target, now === undefined ? parameters : [now], newTarget) as Date
    },
    apply(target) {
      const now = timeFor('Date()')
      return now === undefined ? target() : new target(now).toString()
    },
  })
  define(globalThis as never, 'Date', Watched)
  return () => define(globalThis as never, 'Date', original)
}

/** The simulated time, if the operator's code is the caller. */
function timeFor(what: string): number | undefined {
  const owner = owners.getStore()
  if (owner === undefined) suspects()
  return owner !== undefined && concerns(owner, { what, isTime: true }) ? owner.actor.clock.now() : undefined
}

function define(on: object, name: string, value: unknown): void {
  Object.defineProperty(on, name, { value, writable: true, configurable: true, enumerable: true })
}

/** Whether the caller is the owner's code, which is then reported. Kubewright's own code has an injected clock, and is exempt. */
function concerns(owner: CodeOwner, { what, isTime = false }: Pick<RealApi, 'what' | 'isTime'>): boolean {
  const caller = callerOf()
  if (caller === undefined) return false
  owner.onGiven?.()
  if (isTime && isOfLibrary.test(caller)) return true
  const line = caller.trim()
  const message = `the operator uses ${what}, which no simulation can repeat`
  const details = isTime ? [line, 'Take the time from `ctx.clock` instead: a test can move it.'] : [line]
  owner.report?.(finding('determinism', message, details, `${what} ${line.replace(/:\d+:\d+\)?$/, '')}`))
  return true
}

/** The stack line of the caller, unless it is Kubewright's code. */
function callerOf(): string | undefined {
  const frames = (new Error().stack ?? '').split('\n').slice(1)
  const caller = frames.find((frame) => (!isOwnCode(frame) && !isNodes.test(frame)) || isTest.test(frame))
  const innermost = frames.find((frame) => !isTraps.test(frame) && !isNodes.test(frame))
  return innermost === caller ? caller : undefined
}

/** Third-party code, which the operator's author cannot change. */
const isOfLibrary = /[\\/]node_modules[\\/]/
const isNodes = /node:/
const isTraps = /[\\/]reality-trap\.[jt]s/
const isTest = /\.test\.[cm]?[jt]sx?[:?]/
