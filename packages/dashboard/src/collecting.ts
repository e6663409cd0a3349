/** Topics whose beginning waits for something, and those that are looked at again and again. */
import { type Clock, track } from '@kubewright/core'
import type { OpenTopic, Publisher } from './topic.ts'

/** What a collection holds while it runs. */
export interface Collection {
  readonly publisher: Publisher
  /** Aborted when the last viewer has left. */
  readonly signal: AbortSignal
  /** Disposed with the collection, the last one first. */
  readonly hold: <Held extends Disposable>(held: Held) => Held
}

/** What `collect` rejects with is the problem of the topic, for people to read. */
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
    void track('collect a topic of the dashboard', began)
    return {
      [Symbol.dispose]() {
        stop.abort(new Error('nobody looks any more'))
        for (const one of held.splice(0).reverse()) one[Symbol.dispose]()
      },
    }
  }
}

/** Calls `look` now and after every pause, until the result is disposed. The next pause begins when a look has ended. */
export function every(clock: Clock, pauseMs: number, look: () => void | Promise<void>): Disposable {
  let timer: Disposable | undefined
  let isOver = false
  const again = async () => {
    await look()
    if (!isOver) timer = clock.schedule(pauseMs, () => void track('look at a topic of the dashboard', again()))
  }
  void track('look at a topic of the dashboard', again())
  return {
    [Symbol.dispose]() {
      isOver = true
      timer?.[Symbol.dispose]()
    },
  }
}

/** Puts what there is now, and removes what is not there any more. */
export function replaceAll(publisher: Publisher, known: Set<string>, entries: ReadonlyMap<string, unknown>): void {
  for (const key of known) if (!entries.has(key)) publisher.remove(key)
  known.clear()
  for (const [key, value] of entries) {
    known.add(key)
    publisher.put(key, value)
  }
}
