/** An idle queue retains no keys. */
import { deepStrictEqual, ok } from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { VirtualClock } from '@kubewright/core/testing'
import type { Queue } from '../queue.ts'
import { cases } from './contract-case.ts'

interface ObjectKey {
  readonly name: string
}

/** Sends a key through the queue, with one failure, and keeps only a weak reference. */
async function sendThrough(queue: Queue<ObjectKey>, clock: VirtualClock): Promise<WeakRef<ObjectKey>> {
  const key = { name: 'a' }
  queue.add(key)
  for (const outcome of ['retry', 'done'] as const) {
    void queue.take().then((task) => {
      task?.[outcome]()
      task?.[Symbol.dispose]()
    })
    await clock.advance(10)
  }
  deepStrictEqual(queue.snapshot({ limit: 0 }).idleWorkers, 0)
  return new WeakRef(key)
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc') // from here on, new contexts have it
  runInNewContext('gc')()
}

export const memory = cases('Nothing kept', {
  async 'keeps no state of an idle key, nor of its failures'(create) {
    const clock = new VirtualClock()
    const queue = create<ObjectKey>({ idOf: ({ name }) => name, clock })
    const trace = await sendThrough(queue, clock)
    await clock.advance(0) // a weak reference lasts at least until the current turn of the event loop ends
    collectGarbage()
    ok(trace.deref() === undefined, 'the queue still holds the key')
    queue.close()
  },
})
