/**
 * Finds out when the operator's own code reaches for real time, chance or sockets while it is simulated. It is told, with the
 * line that did it; time and chance are given from the simulation instead, so that the run stays the same. A library that asks
 * for the time gets virtual time too, and so does a scenario: neither is told of, because nobody could change it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import { finding } from './failure.ts'
import { clearGiven } from './given-timers.ts'
import type { CodeOwner } from './labelled-controllers.ts'
import { isOwnCode } from './own-code.ts'
import { type AnyFunction, type RealThing, realThings, timerPlaces } from './real-things.ts'

const owners = new AsyncLocalStorage<CodeOwner>()

/** Whatever runs because of `run` is the operator's code, or ours on its behalf. */
export function inOperatorCode<T>(owner: CodeOwner, run: () => T): T {
  return owners.run(owner, run)
}

/** How a run hears of reality. */
export interface RealityWatch extends Disposable {
  /** Whether its operator's code is followed, with `inOperatorCode`. */
  readonly follows: boolean
  /** Of one that is not followed: somebody reached for something real, and it may have been the operator. */
  readonly isSuspect: boolean
}

let followed = 0
const unfollowed = new Set<{ isSuspect: boolean }>()

/**
 * To follow code, Node looks at every promise there is, which makes runs a tenth slower; and hardly any operator reaches for
 * anything real. Without, it is only seen that somebody did: such a run has to be played again, and followed.
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

/** Whether it may have been the operator that asks, in a run where nobody knows. */
function suspects(): boolean {
  if (unfollowed.size === 0 || callerOf() === undefined) return false
  for (const watch of unfollowed) watch.isSuspect = true
  return true
}

/** Sets the trap until the result is disposed. Traps may lie in each other. */
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
  const undo = realThings().map((one) => replace(one.on, one.name, (original) => watched(one, original)))
  for (const on of timerPlaces)
    for (const name of ['clearTimeout', 'clearInterval']) undo.push(replace(on, name, clearing))
  undo.push(trapDates())
  syncBuiltinESMExports()
  return () => {
    for (const one of undo.reverse()) one()
    syncBuiltinESMExports()
  }
}

/** Returns what puts back the one that was there. */
function replace(on: RealThing['on'], name: string, by: (original: AnyFunction) => AnyFunction): () => void {
  const original = on[name]
  if (typeof original !== 'function') return () => undefined
  const isOwn = Object.hasOwn(on, name)
  define(on, name, by(original as AnyFunction))
  return () => void (isOwn ? define(on, name, original) : Reflect.deleteProperty(on, name))
}

/** What something that was told of does itself is no news. */
let isTelling = false

function watched(thing: RealThing, original: AnyFunction): AnyFunction {
  const { instead, unheld } = thing
  const watching = function (this: unknown, ...parameters: readonly unknown[]): unknown {
    const owner = isTelling ? undefined : owners.getStore()
    const isSuspicious = owner === undefined && !isTelling && suspects()
    if (isSuspicious && unheld !== undefined) return unheld(original, ...parameters)
    if (owner === undefined || !concerns(owner, thing)) return original.apply(this, parameters as unknown[])
    isTelling = true
    try {
      return instead === undefined ? original.apply(this, parameters as unknown[]) : instead(owner, ...parameters)
    } finally {
      isTelling = false
    }
  }
  return Object.assign(watching, original)
}

function clearing(original: AnyFunction): AnyFunction {
  return (timer) => (clearGiven(timer) ? undefined : original(timer))
}

/** `new Date()` without an argument asks for the time too, and so does `Date()` with any. */
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

/** The simulation's, if it is the operator's code that asks. */
function timeFor(what: string): number | undefined {
  const owner = owners.getStore()
  if (owner === undefined) suspects()
  return owner !== undefined && concerns(owner, { what, isTime: true }) ? owner.actor.clock.now() : undefined
}

function define(on: object, name: string, value: unknown): void {
  Object.defineProperty(on, name, { value, writable: true, configurable: true, enumerable: true })
}

/** Whether it is code of the owner that asks; the operator's is told of. Our own, which takes its clock from outside, may. */
function concerns(owner: CodeOwner, { what, isTime = false }: Pick<RealThing, 'what' | 'isTime'>): boolean {
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

/** The line that asks, if it is not ours. */
function callerOf(): string | undefined {
  const frames = (new Error().stack ?? '').split('\n').slice(1)
  const caller = frames.find((frame) => (!isOwnCode(frame) && !isNodes.test(frame)) || isTest.test(frame))
  const innermost = frames.find((frame) => !isTraps.test(frame) && !isNodes.test(frame))
  return innermost === caller ? caller : undefined
}

/** Somebody else's, which the operator's author cannot change. */
const isOfLibrary = /[\\/]node_modules[\\/]/
const isNodes = /node:/
const isTraps = /[\\/]reality-trap\.[jt]s/
const isTest = /\.test\.[cm]?[jt]sx?[:?]/
