/**
 * Is the contract strict enough? Each mutant is the real source with one deliberate mistake, which the contract must
 * detect. A mutant that passes names a guarantee that no case checks.
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
    name: 'queues a waiting key a second time',
    file: 'key-states.ts',
    from: 'if (known) return known',
    to: `if (known && known.state !== 'waiting') return known`,
  },
  {
    name: 'hands a key to a second worker',
    file: 'key-states.ts',
    from: 'if (known) return known',
    to: `if (known && known.state !== 'running') return known`,
  },
  {
    name: 'loses an add of a running key',
    file: 'key-states.ts',
    from: 'if (entry.pending) this.#place(entry, now)',
    to: 'if (false) return',
  },
  {
    name: 'applies the outcome of the last run to the next',
    file: 'key-states.ts',
    from: 'if (pending) entry.pending = entry.pending ? requests.merge(pending, entry.pending) : pending',
    to: 'if (pending) entry.pending = pending',
  },
  {
    name: 'keeps the failure count after a success',
    file: 'key-states.ts',
    from: 'backoff.failed(entry.failing, now) : undefined',
    to: 'backoff.failed(entry.failing, now) : entry.failing',
  },
  {
    name: 'never releases a key',
    file: 'key-states.ts',
    from: 'this.#entries.delete(entry.id)',
    to: '',
  },
  {
    name: 'accepts keys after it was closed',
    file: 'key-states.ts',
    from: 'if (this.#isClosed) return\n',
    to: '',
  },
  {
    name: 'retries after it was closed',
    file: 'key-states.ts',
    from: 'if (this.#isClosed) {',
    to: 'if (this.#isClosed && entry.pending) {',
  },
  {
    name: 'leaves workers waiting after it was closed',
    file: 'work-queue.ts',
    from: 'while (this.#idle.size > 0) this.#idle.shift()!(undefined)',
    to: '',
  },
  {
    name: 'keeps the second run of a key when waiting keys are dropped',
    file: 'key-states.ts',
    from: 'for (const entry of this.#running) entry.pending = undefined',
    to: '',
  },
  {
    name: 'reports itself drained while tasks are running',
    file: 'work-queue.ts',
    from: 'if (this.#states.running > 0) return',
    to: '',
  },
  {
    name: 'does not wake a waiting worker',
    file: 'work-queue.ts',
    from: 'while (this.#idle.size > 0 && this.#mayHandOut(now))',
    to: 'while (this.#idle.size > 1 && this.#mayHandOut(now))',
  },
  { name: 'accepts the end of a task twice', file: 'task.ts', from: 'this.#lender = undefined\n', to: '' },
  {
    name: 'loses the priority of a key that runs again',
    file: 'task.ts',
    from: 'priority = this.priority, reason',
    to: 'priority = 0, reason',
  },
  {
    name: 'merges two adds to the lower priority',
    file: 'pending-request.ts',
    from: 'Math.max(earlier.priority',
    to: 'Math.min(earlier.priority',
  },
  {
    name: 'merges two adds to the later time',
    file: 'pending-request.ts',
    from: 'Math.min(earlier.at',
    to: 'Math.max(earlier.at',
  },
  {
    name: 'postpones a debounced key forever',
    file: 'pending-request.ts',
    from: 'by: earlier.rest.by',
    to: 'by: later.rest.by',
  },
  {
    name: 'does not debounce the second add',
    file: 'pending-request.ts',
    from: '{ at: later.rest.at',
    to: '{ at: earlier.rest.at',
  },
  {
    name: 'debounces an add with an explicit delay',
    file: 'pending-request.ts',
    from: 'const isHeld = after === undefined &&',
    to: 'const isHeld =',
  },
  {
    name: 'loses the reasons of a run that failed',
    file: 'pending-request.ts',
    from: 'return { priority, at, rest: undefined, adds, reasons: all }',
    to: 'return { priority, at, rest: undefined, adds, reasons: noReasons }',
  },
  {
    name: 'evicts the first reason instead of the middle ones',
    file: 'reasons.ts',
    from: '[reasons[0]!, ...reasons.slice(2), reason]',
    to: '[...reasons.slice(1), reason]',
  },
  {
    // kubernetes#132805
    name: 'counts the failure of a run that an event brought forward',
    file: 'backoff.ts',
    from: 'if (before && now < before.retryAt)',
    to: 'if (before && now < before.failedAt)',
  },
  {
    name: 'moves the retry when an earlier run fails',
    file: 'backoff.ts',
    from: '{ ...before, failedAt: now,',
    to: '{ ...before, retryAt: now + before.retryAt - before.failedAt, failedAt: now,',
  },
  {
    name: 'delays an event until the retry',
    file: 'backoff.ts',
    from: 'return Math.min(failing.retryAt, Math.max(promptAt, askedAt))',
    to: 'return failing.retryAt',
  },
  {
    name: 'lets events bypass the back-off',
    file: 'backoff.ts',
    from: 'failing.early === 0 ?',
    to: 'failing.early >= 0 ?',
  },
  {
    name: 'lets events postpone the retry',
    file: 'backoff.ts',
    from: 'return Math.min(failing.retryAt, Math.max(promptAt, askedAt))',
    to: 'return Math.max(promptAt, askedAt)',
  },
  {
    name: 'never doubles the back-off',
    file: 'backoff.ts',
    from: 'backOffMs(failures, this.#firstMs, this.#maxMs)',
    to: 'backOffMs(1, this.#firstMs, this.#maxMs)',
  },
  {
    name: 'doubles the back-off without a limit',
    file: 'backoff.ts',
    from: 'backOffMs(failures, this.#firstMs, this.#maxMs)',
    to: 'backOffMs(failures, this.#firstMs, Infinity)',
  },
  {
    name: 'takes the lowest priority first',
    file: 'waiting-line.ts',
    from: 'one.priority > other.priority',
    to: 'one.priority < other.priority',
  },
  {
    name: 'leaves a key with a raised priority at its old position',
    file: 'waiting-line.ts',
    from: 'this.#closeIfEmpty(level)\n    this.#seat(item, priority)',
    to: 'this.#closeIfEmpty(level)\n    this.#seat(item, item.level)',
  },
  {
    name: 'resets the age of a key with a raised priority',
    file: 'key-states.ts',
    from: 'this.#waiting.move(entry, pending!.priority)',
    to: 'this.#waiting.move(entry, pending!.priority)\n    entry.since += 1000',
  },
  {
    name: 'serves one group all the time',
    file: 'priority-level.ts',
    from: 'group.items.size > 0 && this.#turns.size > 1',
    to: 'false',
  },
  {
    name: 'ignores groups',
    file: 'priority-level.ts',
    from: 'this.#groups.get(item.group) ??',
    to: 'this.#turns.first ??',
  },
  {
    name: 'starves low priorities',
    file: 'ageing.ts',
    from: 'return oldest',
    to: 'return first',
  },
  {
    name: 'always prefers age over priority',
    file: 'ageing.ts',
    from: 'if (this.#passedOver < this.#every) return first',
    to: 'if (!isOverdue) return first',
  },
  {
    name: 'treats every key as overdue',
    file: 'ageing.ts',
    from: 'now - oldest.since >= this.#afterMs',
    to: 'this.#afterMs < Infinity',
  },
  {
    name: 'skips an overdue key once too often',
    file: 'ageing.ts',
    from: 'this.#passedOver < this.#every',
    to: 'this.#passedOver <= this.#every',
  },
  { name: 'ignores the rate limit', file: 'token-bucket.ts', from: 'this.#tokens--', to: '' },
  {
    name: 'accumulates tokens beyond the burst',
    file: 'token-bucket.ts',
    from: 'this.#tokens < this.#burst && ',
    to: 'this.#gainedAt > -Infinity && ',
  },
  { name: 'returns delayed keys early', file: 'delays.ts', from: '|| first.dueAt > now', to: '' },
  {
    name: 'reverses keys that are due at the same time',
    file: 'delays.ts',
    from: 'one.order < other.order',
    to: 'one.order > other.order',
  },
  {
    name: 'does not reschedule its timer for an earlier key',
    file: 'alarm.ts',
    from: 'this.#at <= at',
    to: 'this.#timer',
  },
  {
    name: 'schedules more than one timer',
    file: 'alarm.ts',
    from: 'this.#cancel()\n    this.#at = at',
    to: 'this.#at = at',
  },
  {
    name: 'leaves its timer running',
    file: 'alarm.ts',
    from: 'if (at === Infinity) return this.#cancel()',
    to: 'if (at === Infinity) return',
  },
]

const folder = import.meta.dirname

/** The contract case that fails for this queue, or `none`. */
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

/** Runs in a thread of its own, so that a mutant with an endless loop can be ended. */
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

describe('the queue contract', () => {
  afterAll(stop)

  it('passes for the unmodified queue', { timeout: 30_000 }, async () => {
    expect(await refusal(undefined)).toBe('none')
  })

  for (const mutant of mutants) {
    it.concurrent(`fails for a queue that ${mutant.name}`, { timeout: 30_000 }, async ({ expect }) => {
      const source = readFileSync(join(folder, mutant.file), 'utf8')
      expect(source.split(mutant.from)).toHaveLength(2)
      expect(await refusal(mutant)).toMatch(/^[A-Z].*: /)
    })
  }
})
