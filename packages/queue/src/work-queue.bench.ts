/**
 * How many keys a second go through a queue: added, taken by a worker, handed back. Run it with
 * `npx tsx --conditions=@kubewright/source packages/queue/src/work-queue.bench.ts`.
 *
 * Each scene runs for a while to warm up and then five times; the median counts, the slowest and the fastest are shown.
 * What is measured is processor time, garbage collection included, so that a busy machine changes little.
 */
import { WorkQueue } from './work-queue.ts'

const rounds = 5
const keysPerRound = 1_000_000

interface Scene {
  readonly name: string
  /** Sends `count` keys through a fresh queue. */
  readonly run: (count: number) => Promise<void>
}

/** 10,000 keys in 100 namespaces, used over and over. */
const keys = Array.from({ length: 10_000 }, (_, index) => `namespace-${index % 100}/object-${index}`)
const keyAt = (index: number) => keys[index % keys.length]!
const namespaceOf = (key: string) => key.slice(0, key.indexOf('/'))
const reasons = Array.from({ length: 50 }, (_, index) => `Deployment ${index} changed`)

/** Adds `batch` keys, then takes and hands back as many, until `count` have gone through. */
async function cycle(
  queue: WorkQueue<string>,
  count: number,
  add: (index: number) => void,
  batch = 1000,
): Promise<void> {
  for (let from = 0; from < count; from += batch) {
    for (let index = from; index < from + batch; index++) add(index)
    for (let index = from; index < from + batch; index++) (await queue.take())![Symbol.dispose]()
  }
}

async function workers(queue: WorkQueue<string>, count: number): Promise<void> {
  let left = count
  const work = async () => {
    while (left > 0) {
      const task = await queue.take()
      if (!task) return
      left--
      task[Symbol.dispose]()
    }
    queue.close()
  }
  const crew = Array.from({ length: 10 }, work)
  for (let index = 0; index < count; index++) {
    queue.add(keyAt(index))
    if (index % 10 === 9) await Promise.resolve()
  }
  await Promise.all(crew)
}

const scenes: readonly Scene[] = [
  {
    name: 'default: add, take, hand back, one at a time',
    run: (count) => {
      const queue = new WorkQueue<string>()
      return cycle(queue, count, (index) => queue.add(keyAt(index)), 1)
    },
  },
  {
    name: 'default: 1,000 keys wait',
    run: (count) => {
      const queue = new WorkQueue<string>()
      return cycle(queue, count, (index) => queue.add(keyAt(index)))
    },
  },
  {
    name: 'default: 10 workers wait for keys',
    run: (count) => workers(new WorkQueue<string>(), count),
  },
  {
    name: 'priorities, fairness, reasons: 1,000 keys wait',
    run: (count) => {
      const queue = new WorkQueue<string>({ fairBy: namespaceOf })
      return cycle(queue, count, (index) =>
        queue.add(keyAt(index), { priority: index % 3 === 0 ? -100 : 0, reason: reasons[index % 50]! }),
      )
    },
  },
  {
    name: 'priorities, fairness, reasons: 1,000,000 keys wait',
    run: async (count) => {
      const queue = new WorkQueue<string>({ fairBy: namespaceOf })
      for (let index = 0; index < count; index++) {
        queue.add(`namespace-${index % 100}/object-${index}`, { priority: index % 3, reason: reasons[index % 50]! })
      }
      for (let index = 0; index < count; index++) (await queue.take())![Symbol.dispose]()
    },
  },
  {
    name: 'delayed: 100,000 keys are held, then brought forward',
    run: async (count) => {
      for (let done = 0; done < count; done += 100_000) {
        const queue = new WorkQueue<string>()
        for (let index = 0; index < 100_000; index++)
          queue.add(`key-${index}`, { after: 60_000 + ((index * 7919) % 10_000) })
        for (let index = 0; index < 100_000; index++) queue.add(`key-${index}`)
        for (let index = 0; index < 100_000; index++) (await queue.take())![Symbol.dispose]()
      }
    },
  },
]

async function secondsFor(scene: Scene): Promise<number> {
  const before = process.cpuUsage()
  await scene.run(keysPerRound)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}

for (const scene of scenes) {
  await scene.run(keysPerRound / 5)
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) seconds.push(await secondsFor(scene))
  const rates = seconds.map((each) => keysPerRound / each).sort((one, other) => one - other)
  const [slowest, median, fastest] = [rates[0]!, rates[2]!, rates[4]!].map((rate) =>
    Math.round(rate).toLocaleString('en'),
  )
  console.log(`${median!.padStart(10)} keys/s of one core  (${slowest} to ${fastest})  ${scene.name}`)
}
