/** Topics with an asynchronous start, and polled topics. */
import type { Clock } from '@kubewright/core'
import { track } from '@kubewright/core/tasks'
import type { OpenTopic, Publisher } from './topic.ts'

/** The state of a running collection. */
export interface Collection {
  readonly publisher: Publisher
  /** Aborted when the last viewer has left. */
  readonly signal: AbortSignal
  /** Disposed with the collection, in reverse order. */
  readonly hold: <Held extends Disposable>(held: Held) => Held
}

/** A rejection of `collect` is reported as the problem of the topic. */
export function collecting(collect: (collection: Collection) => Promise<void>): OpenTopic {
  return (publisher) => {
    const stop = new AbortController()
    const held: Disposable[] = []
    const collection: Collection = {
      publisher,
      signal: stop.signal,
      hold(one) {
        if (stop.signal.aborted) one[Symbol.dispose]()
        else held.push(one)
        return one
      },
    }
    const began = collect(collection).catch((error: unknown) => {
      if (!stop.signal.aborted) publisher.problem(error instanceof Error ? error.message : String(error))
    })
    void track('collect a dashboard topic', began)
    return {
      [Symbol.dispose]() {
        stop.abort(new Error('no subscriber is left'))
        for (const one of held.splice(0).reverse()) one[Symbol.dispose]()
      },
    }
  }
}

/** Calls `poll` now and after every pause, until the result is disposed. The next pause starts when a call has ended. */
export function every(clock: Clock, pauseMs: number, poll: () => void | Promise<void>): Disposable {
  let timer: Disposable | undefined
  let isOver = false
  const again = async () => {
    await poll()
    if (!isOver) timer = clock.schedule(pauseMs, () => void track('poll a dashboard topic', again()))
  }
  void track('poll a dashboard topic', again())
  return {
    [Symbol.dispose]() {
      isOver = true
      timer?.[Symbol.dispose]()
    },
  }
}

/** Puts the current entries, and removes all others. */
export function replaceAll(publisher: Publisher, known: Set<string>, entries: ReadonlyMap<string, unknown>): void {
  for (const key of known) if (!entries.has(key)) publisher.remove(key)
  known.clear()
  for (const [key, value] of entries) {
    known.add(key)
    publisher.put(key, value)
  }
}
