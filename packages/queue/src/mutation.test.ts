/**
 * Is the contract strict enough? Each mutant is the real source with one deliberate mistake; the contract must refuse
 * it. A mutant that no case refuses names a promise that nobody checks.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build, type Plugin, stop } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'

interface Mutant {
  readonly name: string
  readonly file: string
  /** Occurs once in the file. */
  readonly from: string
  readonly to: string
}

const mutants: readonly Mutant[] = [
  {
    name: 'puts a key that waits in line once more',
    file: 'standings.ts',
    from: 'if (known) return known',
    to: `if (known && known.standing !== 'waiting') return known`,
  },
  {
    name: 'hands a key to a second worker',
    file: 'standings.ts',
    from: 'if (known) return known',
    to: `if (known && known.standing !== 'running') return known`,
  },
  {
    name: 'forgets that a key was added while it ran',
    file: 'standings.ts',
    from: 'if (entry.wish) this.#place(entry, now)',
    to: 'if (false) return',
  },
  {
    name: 'takes the outcome of the last run for that of the next',
    file: 'standings.ts',
    from: 'if (wish) entry.wish = entry.wish ? wishes.merge(wish, entry.wish) : wish',
    to: 'if (wish) entry.wish = wish',
  },
  {
    name: 'remembers failures after success',
    file: 'standings.ts',
    from: 'backoff.failed(entry.failing, now) : undefined',
    to: 'backoff.failed(entry.failing, now) : entry.failing',
  },
  {
    name: 'never lets go of a key',
    file: 'standings.ts',
    from: 'this.#entries.delete(entry.id)',
    to: '',
  },
  {
    name: 'accepts keys after it closed',
    file: 'standings.ts',
    from: 'if (this.#isClosed) return\n',
    to: '',
  },
  {
    name: 'retries after it closed',
    file: 'standings.ts',
    from: 'if (this.#isClosed) {',
    to: 'if (this.#isClosed && entry.wish) {',
  },
  {
    name: 'leaves workers waiting when it closes',
    file: 'work-queue.ts',
    from: 'while (this.#idle.size > 0) this.#idle.shift()!(undefined)',
    to: '',
  },
  {
    name: 'keeps the second run when what waits is dropped',
    file: 'standings.ts',
    from: 'for (const entry of this.#running) entry.wish = undefined',
    to: '',
  },
  {
    name: 'is drained while tasks are out',
    file: 'work-queue.ts',
    from: 'if (this.#standings.running > 0) return',
    to: '',
  },
  {
    name: 'does not wake a worker that waits',
    file: 'work-queue.ts',
    from: 'while (this.#idle.size > 0 && this.#mayHandOut(now))',
    to: 'while (this.#idle.size > 1 && this.#mayHandOut(now))',
  },
  { name: 'hands a task back twice', file: 'task.ts', from: 'this.#lender = undefined\n', to: '' },
  {
    name: 'loses the priority of a task that runs again',
    file: 'task.ts',
    from: 'priority = this.priority, reason',
    to: 'priority = 0, reason',
  },
  {
    name: 'merges to the lowest priority',
    file: 'wish.ts',
    from: 'Math.max(earlier.priority',
    to: 'Math.min(earlier.priority',
  },
  { name: 'merges to the latest time', file: 'wish.ts', from: 'Math.min(earlier.at', to: 'Math.max(earlier.at' },
  {
    name: 'postpones a debounced key without end',
    file: 'wish.ts',
    from: 'by: earlier.rest.by',
    to: 'by: later.rest.by',
  },
  {
    name: 'does not debounce the second add',
    file: 'wish.ts',
    from: '{ at: later.rest.at',
    to: '{ at: earlier.rest.at',
  },
  {
    name: 'debounces an add that names its time',
    file: 'wish.ts',
    from: 'const isHeld = after === undefined &&',
    to: 'const isHeld =',
  },
  {
    name: 'forgets why a run that failed was wanted',
    file: 'wish.ts',
    from: 'return { priority, at, rest: undefined, adds, reasons: all }',
    to: 'return { priority, at, rest: undefined, adds, reasons: noReasons }',
  },
  {
    name: 'lets old reasons push out the first',
    file: 'reasons.ts',
    from: '[reasons[0]!, ...reasons.slice(2), reason]',
    to: '[...reasons.slice(1), reason]',
  },
  {
    // kubernetes#132805
    name: 'counts a failure that an event brought about',
    file: 'backoff.ts',
    from: 'if (before && now < before.retryAt)',
    to: 'if (before && now < before.failedAt)',
  },
  {
    name: 'moves the retry when a run before it fails',
    file: 'backoff.ts',
    from: '{ ...before, failedAt: now,',
    to: '{ ...before, retryAt: now + before.retryAt - before.failedAt, failedAt: now,',
  },
  {
    name: 'makes an event wait for the retry',
    file: 'backoff.ts',
    from: 'return Math.min(failing.retryAt, Math.max(promptAt, askedAt))',
    to: 'return failing.retryAt',
  },
  {
    name: 'lets events defeat the back-off',
    file: 'backoff.ts',
    from: 'failing.early === 0 ?',
    to: 'failing.early >= 0 ?',
  },
  {
    name: 'lets events delay the retry',
    file: 'backoff.ts',
    from: 'return Math.min(failing.retryAt, Math.max(promptAt, askedAt))',
    to: 'return Math.max(promptAt, askedAt)',
  },
  {
    name: 'never doubles the wait',
    file: 'backoff.ts',
    from: 'backOffMs(failures, this.#firstMs, this.#maxMs)',
    to: 'backOffMs(1, this.#firstMs, this.#maxMs)',
  },
  {
    name: 'doubles the wait without end',
    file: 'backoff.ts',
    from: 'backOffMs(failures, this.#firstMs, this.#maxMs)',
    to: 'backOffMs(failures, this.#firstMs, Infinity)',
  },
  {
    name: 'hands the lowest priority out first',
    file: 'waiting-line.ts',
    from: 'one.priority > other.priority',
    to: 'one.priority < other.priority',
  },
  {
    name: 'leaves a raised key where it stood',
    file: 'waiting-line.ts',
    from: 'this.#closeIfEmpty(level)\n    this.#seat(item, priority)',
    to: 'this.#closeIfEmpty(level)\n    this.#seat(item, item.level)',
  },
  {
    name: 'makes a raised key young again',
    file: 'standings.ts',
    from: 'this.#waiting.move(entry, wish!.priority)',
    to: 'this.#waiting.move(entry, wish!.priority)\n    entry.since += 1000',
  },
  {
    name: 'lets one group have all the turns',
    file: 'level.ts',
    from: 'group.items.size > 0 && this.#turns.size > 1',
    to: 'false',
  },
  { name: 'knows no groups', file: 'level.ts', from: 'this.#groups.get(item.group) ??', to: 'this.#turns.first ??' },
  {
    name: 'starves low priorities',
    file: 'ageing.ts',
    from: 'return oldest',
    to: 'return first',
  },
  {
    name: 'lets age beat priority all the time',
    file: 'ageing.ts',
    from: 'if (this.#passedOver < this.#every) return first',
    to: 'if (!isOverdue) return first',
  },
  {
    name: 'thinks every key overdue',
    file: 'ageing.ts',
    from: 'now - oldest.since >= this.#afterMs',
    to: 'this.#afterMs < Infinity',
  },
  {
    name: 'passes an overdue key over once too often',
    file: 'ageing.ts',
    from: 'this.#passedOver < this.#every',
    to: 'this.#passedOver <= this.#every',
  },
  { name: 'knows no rate', file: 'token-bucket.ts', from: 'this.#tokens--', to: '' },
  {
    name: 'saves tokens without end',
    file: 'token-bucket.ts',
    from: 'this.#tokens < this.#burst && ',
    to: 'this.#gainedAt > -Infinity && ',
  },
  { name: 'hands delayed keys out early', file: 'delays.ts', from: '|| first.dueAt > now', to: '' },
  {
    name: 'reverses keys that come due together',
    file: 'delays.ts',
    from: 'one.order < other.order',
    to: 'one.order > other.order',
  },
  { name: 'does not hurry for an earlier key', file: 'alarm.ts', from: 'this.#at <= at', to: 'this.#timer' },
  {
    name: 'sets one timer after another',
    file: 'alarm.ts',
    from: 'this.#cancel()\n    this.#at = at',
    to: 'this.#at = at',
  },
  {
    name: 'leaves its timer behind',
    file: 'alarm.ts',
    from: 'if (at === Infinity) return this.#cancel()',
    to: 'if (at === Infinity) return',
  },
]

const folder = import.meta.dirname

/** Says which case refuses the queue, or that none does. */
const program = `
  import { parentPort } from 'node:worker_threads'
  import { queueContract } from './contract.ts'
  import { WorkQueue } from './work-queue.ts'

  async function refusal() {
    for (const { guarantee, name, run } of queueContract) {
      try { await run((options) => new WorkQueue(options)) } catch { return guarantee + ': ' + name }
    }
    return 'none'
  }
  void refusal().then((name) => parentPort.postMessage(name))
`

function mutate({ file, from, to }: Mutant): Plugin {
  return {
    name: 'mutate',
    setup(loading) {
      loading.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path !== join(folder, file)) return undefined
        return { contents: readFileSync(path, 'utf8').replace(from, () => to), loader: 'ts' }
      })
    },
  }
}

async function bundle(mutant: Mutant | undefined): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    conditions: ['@kubewright/source'],
    plugins: mutant ? [mutate(mutant)] : [],
  })
  return outputFiles[0]!.text
}

/** In a thread of its own, so that a mutant that goes round in circles stops nobody but itself. */
async function refusal(mutant: Mutant | undefined): Promise<unknown> {
  const worker = new Worker(await bundle(mutant), { eval: true })
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => resolve('it ended without an answer'))
    })
  } finally {
    await worker.terminate()
  }
}

describe('the contract', () => {
  afterAll(stop)

  it('accepts the queue as it is', { timeout: 30_000 }, async () => {
    expect(await refusal(undefined)).toBe('none')
  })

  for (const mutant of mutants) {
    it.concurrent(`refuses a queue that ${mutant.name}`, { timeout: 30_000 }, async ({ expect }) => {
      const source = readFileSync(join(folder, mutant.file), 'utf8')
      expect(source.split(mutant.from)).toHaveLength(2)
      expect(await refusal(mutant)).toMatch(/^[A-Z].*: /)
    })
  }
})
