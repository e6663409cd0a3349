/** Notes what Node opens, with the line that did it, and tells later which of it is still open. */
import { createHook } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Leak } from './leak.ts'
import { canLeak, describeResource, isAlive, ownerOf } from './live-resource.ts'
import { framesOf, type Trace, traceHere } from './stack-trace.ts'

export interface ResourceWatch {
  /** What was opened since the watch began and is open now. */
  open(): readonly Leak[]
  /** Runs `create` without noting what it opens. */
  unnoticed<T>(create: () => T): T
  end(): void
}

interface Sighting {
  readonly type: string
  /** Weak, so that the watch keeps nothing alive. What is open is kept by Node itself. */
  readonly resource: WeakRef<object>
  readonly trace: Trace
}

/**
 * There is no `destroy` hook on purpose: it would make Node follow every promise until it is collected, which is many
 * times slower than asking the few resources that matter.
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
    // Before this one is among them: it is still being made, and asking it anything would end the process.
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

/** A server opens its handle a turn after `listen`, when the stack is gone; Node announces the call itself. */
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

/** The stack of a socket starts deep inside Node; with the usual ten lines nothing of the caller would be left. */
function depthFor(type: string): number {
  return type === 'Timeout' ? 16 : 30
}

/** The trace without this file and Node's own lines. */
function originOf(trace: Trace): string {
  return framesOf(trace)
    .filter((frame) => !/\((?:node:|<anonymous>)|at node:|resource-watch\.[jt]s/.test(frame))
    .join('\n')
}
