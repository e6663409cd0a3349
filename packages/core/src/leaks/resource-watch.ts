/** Records the resources that Node opens, with their stack traces, and lists those still open. */
import { createHook } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Leak } from './leak.ts'
import { canLeak, describeResource, isAlive, ownerOf } from './live-resource.ts'
import { framesOf, type Trace, traceHere } from '../tasks/stack-trace.ts'

export interface ResourceWatch {
  /** The resources opened since the watch began that are still open. */
  open(): readonly Leak[]
  /** Runs `create` without recording what it opens. */
  unnoticed<T>(create: () => T): T
  end(): void
}

interface Sighting {
  readonly type: string
  /** Weak, so that the watch keeps nothing alive. Node itself references open resources. */
  readonly resource: WeakRef<object>
  readonly trace: Trace
}

/**
 * No `destroy` hook on purpose: it would make Node track every promise until it is collected, which is many times slower than
 * checking the few relevant resources.
 */
export function watchResources(): ResourceWatch {
  const sightings = new Sightings()
  const listening = watchListen()
  let isNoticing = true
  const hook = createHook({
    init(_id, type, _trigger, resource: object) {
      if (isNoticing && canLeak(type, resource)) sightings.add(type, resource)
    },
  }).enable()
  return {
    open: () => sightings.open().map((sighting) => toLeak(sighting, listening.traceOf)),
    unnoticed(create) {
      isNoticing = false
      try {
        return create()
      } finally {
        isNoticing = true
      }
    },
    end() {
      hook.disable()
      listening.end()
    },
  }
}

class Sightings {
  #all: Sighting[] = []
  #sweepAt = 1_000

  add(type: string, resource: object): void {
    // Sweep before adding this one: it is still under construction, and reading it would abort the process.
    if (this.#all.length >= this.#sweepAt) this.#sweep()
    this.#all.push({ type, resource: new WeakRef(resource), trace: traceHere(depthFor(type)) })
  }

  #sweep(): void {
    this.#all = [...this.open()]
    this.#sweepAt = 2 * this.#all.length + 1_000
  }

  open(): readonly Sighting[] {
    return this.#all.filter(({ type, resource }) => {
      const target = resource.deref()
      return target !== undefined && isAlive(type, target)
    })
  }
}

/** A server opens its handle a turn after `listen`, when the stack is gone; Node's diagnostics channel reports the call itself. */
function watchListen() {
  const traces = new WeakMap<object, Trace>()
  const note = (message: unknown) => {
    traces.set((message as { server: object }).server, traceHere(depthFor('listen')))
  }
  const channel = 'tracing:net.server.listen:asyncStart'
  subscribe(channel, note)
  return {
    traceOf: (server: object | undefined) => server && traces.get(server),
    end: () => unsubscribe(channel, note),
  }
}

function toLeak(
  { type, resource, trace }: Sighting,
  listenTraceOf: (server: object | undefined) => Trace | undefined,
): Leak {
  const target = resource.deref()!
  const origin = originOf(trace) || originOf(listenTraceOf(ownerOf(target)) ?? {})
  return { ...describeResource(type, target), origin }
}

/** The stack of a socket starts deep inside Node; the default ten frames would not reach the caller. */
function depthFor(type: string): number {
  return type === 'Timeout' ? 16 : 30
}

/** The trace without frames of this file and of Node. */
function originOf(trace: Trace): string {
  return framesOf(trace)
    .filter((frame) => !/\((?:node:|<anonymous>)|at node:|resource-watch\.[jt]s/.test(frame))
    .join('\n')
}
