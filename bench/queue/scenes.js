/** The operations on a work queue: keys added, taken by a worker, returned. */
import { WorkQueue } from '@kubewright/queue'

/** 10,000 keys in 100 namespaces, used over and over. */
const keys = Array.from({ length: 10_000 }, (_, index) => `namespace-${index % 100}/object-${index}`)
const keyAt = (index) => keys[index % keys.length]
const namespaceOf = (key) => key.slice(0, key.indexOf('/'))
const reasons = Array.from({ length: 50 }, (_, index) => `Deployment ${index} changed`)

/** Adds `batch` keys, then takes and hands back as many, until `count` have gone through. */
async function cycle(queue, count, add, batch = 1_000) {
  for (let from = 0; from < count; from += batch) {
    for (let index = from; index < from + batch; index++) add(index)
    for (let index = from; index < from + batch; index++) (await queue.take())[Symbol.dispose]()
  }
}

/** Ten waiting workers, and keys that are added ten at a time. */
async function crew(queue, count) {
  let left = count
  const work = async () => {
    while (left > 0) {
      const task = await queue.take()
      if (task === undefined) return
      left--
      task[Symbol.dispose]()
    }
    queue.close()
  }
  const workers = Array.from({ length: 10 }, work)
  for (let index = 0; index < count; index++) {
    queue.add(keyAt(index))
    if (index % 10 === 9) await Promise.resolve()
  }
  await Promise.all(workers)
}

const everything = (index) => ({ priority: index % 3 === 0 ? -100 : 0, reason: reasons[index % 50] })

export const scenes = [
  {
    name: 'default, one key at a time',
    aim: 500_000,
    run(count) {
      const queue = new WorkQueue()
      return cycle(queue, count, (index) => queue.add(keyAt(index)), 1)
    },
  },
  {
    name: 'default, 1,000 keys wait',
    aim: 500_000,
    run(count) {
      const queue = new WorkQueue()
      return cycle(queue, count, (index) => queue.add(keyAt(index)))
    },
  },
  { name: 'default, 10 workers wait', aim: 500_000, run: (count) => crew(new WorkQueue(), count) },
  {
    name: 'priorities, fairness and reasons, 1,000 keys wait',
    run(count) {
      const queue = new WorkQueue({ fairBy: namespaceOf })
      return cycle(queue, count, (index) => queue.add(keyAt(index), everything(index)))
    },
  },
  {
    name: 'priorities, fairness and reasons, 1,000,000 keys wait',
    async run(count) {
      const queue = new WorkQueue({ fairBy: namespaceOf })
      for (let index = 0; index < count; index++) {
        queue.add(`namespace-${index % 100}/object-${index}`, { priority: index % 3, reason: reasons[index % 50] })
      }
      for (let index = 0; index < count; index++) (await queue.take())[Symbol.dispose]()
    },
  },
  {
    name: '100,000 keys are delayed, then brought forward',
    async run(count) {
      for (let done = 0; done < count; done += 100_000) {
        const queue = new WorkQueue()
        for (let index = 0; index < 100_000; index++) {
          queue.add(`key-${index}`, { after: 60_000 + ((index * 7_919) % 10_000) })
        }
        for (let index = 0; index < 100_000; index++) queue.add(`key-${index}`)
        for (let index = 0; index < 100_000; index++) (await queue.take())[Symbol.dispose]()
      }
    },
  },
]
