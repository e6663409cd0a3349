/**
 * Finds out when the operator's own code reaches for real time, chance or sockets while it is simulated. It is told, with the
 * line that did it; time and chance are given from the simulation instead, so that the run stays the same.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { type Random, seededRandom } from '@kubewright/core'
import { finding } from './failure.ts'
import type { CodeOwner } from './labelled-controllers.ts'

const owners = new AsyncLocalStorage<CodeOwner>()

/** Whatever runs because of `run` is the operator's code, or ours on its behalf. */
export function inOperatorCode<T>(owner: CodeOwner, run: () => T): T {
  return owners.run(owner, run)
}

const require = createRequire(import.meta.url)

/** Where things are, what they are called, and what is done instead. */
interface Trapped {
  readonly on: Readonly<Record<string, unknown>>
  readonly name: string
  readonly what: string
  readonly instead?: (owner: CodeOwner, ...parameters: readonly unknown[]) => unknown
}

const chance = new WeakMap<object, Random>()

function chanceOf({ actor }: CodeOwner): Random {
  let random = chance.get(actor)
  if (random === undefined) chance.set(actor, (random = seededRandom(actor.name)))
  return random
}

function timer({ actor }: CodeOwner, run: unknown, ms: unknown, ...parameters: readonly unknown[]): unknown {
  const timers = actor.clock.schedule(Number(ms ?? 0), () =>
    (run as (...given: readonly unknown[]) => void)(...parameters),
  )
  return { ...timers, ref: () => undefined, unref: () => undefined, hasRef: () => false, [Symbol.toPrimitive]: () => 0 }
}

function trapped(): readonly Trapped[] {
  const part = (name: string) => require(name) as Readonly<Record<string, unknown>>
  const globals = globalThis as unknown as Readonly<Record<string, unknown>>
  const wait = ({ actor }: CodeOwner, ms: unknown, value: unknown) =>
    new Promise((resolve) => actor.clock.schedule(Number(ms ?? 0), () => resolve(value)))
  return [
    { on: globals, name: 'setTimeout', what: 'setTimeout', instead: timer },
    { on: globals, name: 'setInterval', what: 'setInterval' },
    { on: globals, name: 'fetch', what: 'fetch' },
    { on: Date as never, name: 'now', what: 'Date.now', instead: ({ actor }) => actor.clock.now() },
    {
      on: globals.performance as never,
      name: 'now',
      what: 'performance.now',
      instead: ({ actor }) => actor.clock.elapsed(),
    },
    { on: Math as never, name: 'random', what: 'Math.random', instead: (owner) => chanceOf(owner).next() },
    { on: globalThis.crypto as never, name: 'randomUUID', what: 'crypto.randomUUID' },
    { on: part('node:crypto'), name: 'randomUUID', what: 'crypto.randomUUID' },
    { on: part('node:crypto'), name: 'randomBytes', what: 'crypto.randomBytes' },
    { on: part('node:timers/promises'), name: 'setTimeout', what: 'setTimeout of node:timers/promises', instead: wait },
    { on: part('node:timers'), name: 'setTimeout', what: 'setTimeout', instead: timer },
    { on: part('node:net'), name: 'connect', what: 'net.connect' },
    { on: part('node:net'), name: 'createConnection', what: 'net.createConnection' },
    { on: part('node:http'), name: 'request', what: 'http.request' },
    { on: part('node:https'), name: 'request', what: 'https.request' },
    { on: part('node:child_process'), name: 'spawn', what: 'child_process.spawn' },
  ]
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
  const undo: (() => void)[] = []
  for (const one of trapped()) {
    const original = one.on[one.name]
    if (typeof original !== 'function') continue
    const own = Object.hasOwn(one.on, one.name)
    define(one.on, one.name, watched(one, original as AnyFunction))
    undo.push(() => (own ? define(one.on, one.name, original) : Reflect.deleteProperty(one.on, one.name)))
  }
  undo.push(trapDates())
  syncBuiltinESMExports()
  return () => {
    for (const one of undo.reverse()) one()
    syncBuiltinESMExports()
  }
}

type AnyFunction = (...parameters: readonly unknown[]) => unknown

function watched({ what, instead }: Trapped, original: AnyFunction): AnyFunction {
  const watching = function (this: unknown, ...parameters: readonly unknown[]): unknown {
    const owner = owners.getStore()
    if (owner === undefined || !tells(owner, what)) return original.apply(this, parameters as unknown[])
    return instead === undefined ? original.apply(this, parameters as unknown[]) : instead(owner, ...parameters)
  }
  return Object.assign(watching, original)
}

/** `new Date()` without an argument asks for the time too. */
function trapDates(): () => void {
  const original = globalThis.Date
  const Watched = new Proxy(original, {
    construct(target, parameters, newTarget) {
      const owner = parameters.length === 0 ? owners.getStore() : undefined
      const given = owner !== undefined && tells(owner, 'new Date()') ? [owner.actor.clock.now()] : parameters
      return Reflect.construct(target, given, newTarget) as Date
    },
  })
  define(globalThis as never, 'Date', Watched)
  return () => define(globalThis as never, 'Date', original)
}

function define(on: object, name: string, value: unknown): void {
  Object.defineProperty(on, name, { value, writable: true, configurable: true, enumerable: true })
}

/** Whether it is the operator's code that asks; then it is told. Our own code, which takes its clock from outside, may. */
function tells(owner: CodeOwner, what: string): boolean {
  const frames = (new Error().stack ?? '').split('\n').slice(1)
  const caller = frames.find((frame) => !ours.test(frame) || isTest.test(frame))
  const innermost = frames.find((frame) => !/reality-trap|node:/.test(frame))
  if (caller === undefined || innermost !== caller) return false
  const message = `the operator uses ${what}, which no simulation can repeat`
  owner.report(finding('determinism', message, [caller.trim()], `${what} ${caller.trim().replace(/:\d+:\d+\)?$/, '')}`))
  return true
}

const ours =
  /reality-trap|node:|[\\/](?:packages|@kubewright)[\\/](?:core|client|cache|controller|queue|manager|testing|apiserver|simulation|resource|lease|webhook|kubernetes|kubewright)[\\/](?:src|dist)[\\/]/

const isTest = /\.test\.[cm]?[jt]sx?[:?]/
