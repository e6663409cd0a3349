/** The parts that the contract does not cover: error messages and the cost of a full queue. */
import type { Duration } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { QueueOptions } from './queue-options.ts'
import { WorkQueue } from './work-queue.ts'

describe('WorkQueue', () => {
  const refused: { name: string; options: QueueOptions<string>; message: string }[] = [
    {
      name: 'a rate of zero',
      options: { rate: { perSecond: 0, burst: 1 } },
      message:
        'Cannot use 0 as rate.perSecond: it must be a number above 0. Pass such a value, or leave the option out for its default.',
    },
    {
      name: 'a fractional burst',
      options: { rate: { perSecond: 1, burst: 0.5 } },
      message:
        'Cannot use 0.5 as rate.burst: it must be a whole number from 1 upwards. Pass such a value, or leave the option out for its default.',
    },
    {
      name: 'a back-off of zero',
      options: { backoff: { first: 0 } },
      message:
        'Cannot use 0 as backoff.first: it must be above zero. Pass such a value, or leave the option out for its default.',
    },
    {
      name: 'a back-off maximum below its minimum',
      options: { backoff: { first: '2s', max: '1s' } },
      message:
        'Cannot use 1s as backoff.max: it must be at least as long as backoff.first. Pass such a value, or leave the option out for its default.',
    },
    {
      name: 'a jitter that is not a number',
      options: { backoff: { jitter: Number.NaN } },
      message:
        'Cannot use NaN as backoff.jitter: it must be a fraction from 0 upwards. Pass such a value, or leave the option out for its default.',
    },
    {
      name: 'ageing that leaves no take for priorities',
      options: { ageing: { every: 0 } },
      message:
        'Cannot use 0 as ageing.every: it must be a whole number from 1 upwards. Pass such a value, or leave the option out for its default.',
    },
    {
      name: 'a debounce maximum below its minimum',
      options: { debounce: { wait: '2s', max: '1s' } },
      message:
        'Cannot use 1s as debounce.max: it must be at least as long as debounce.wait. Pass such a value, or leave the option out for its default.',
    },
    {
      name: 'a reason limit of zero',
      options: { reasonLimit: 0 },
      message:
        'Cannot use 0 as reasonLimit: it must be a whole number from 1 upwards. Pass such a value, or leave the option out for its default.',
    },
    {
      name: 'a debounce without a maximum',
      options: { debounce: { wait: '2s' } as never },
      message:
        "Cannot use undefined as debounce.max: it must be a duration such as '30s'. Pass such a value, or leave the option out for its default.",
    },
    {
      name: 'fairBy that is not a function',
      options: { fairBy: 'namespace' as never },
      message:
        'Cannot use namespace as fairBy: it must be a function. Pass such a value, or leave the option out for its default.',
    },
    {
      name: 'an infinite duration',
      options: { ageing: { after: Infinity } },
      message:
        'Cannot read the duration Infinity: it is not a non-negative number with a unit. ' +
        "Write a number and one of ms, s, m, h, d, such as '30s' or '1h30m'.",
    },
  ]
  for (const { name, options, message } of refused) {
    it(`refuses ${name}`, () => {
      expect(() => new WorkQueue(options)).toThrow(message)
    })
  }

  it('refuses an invalid delay and an invalid limit', async () => {
    const queue = new WorkQueue<string>({ clock: new VirtualClock() })
    expect(() => queue.add('a', { after: null as never })).toThrow('Cannot use null as after: it must be a duration')
    queue.add('a')
    using task = await queue.take()
    expect(() => task!.again(undefined as never)).toThrow('Cannot use undefined as after: it must be a duration')
    for (const limit of [Number.NaN, -1]) {
      expect(() => queue.snapshot({ limit })).toThrow(
        `Cannot use ${limit} as limit: it must be a number from 0 upwards`,
      )
    }
    expect(queue.snapshot({ limit: Infinity }).running.items).toHaveLength(1)
  })

  it('names the key of a task that reports its outcome after it has ended', async () => {
    const queue = new WorkQueue<string>({ clock: new VirtualClock() })
    queue.add('default/blog')
    const task = (await queue.take())!
    task[Symbol.dispose]()
    expect(() => task.again('1m')).toThrowErrorMatchingInlineSnapshot(
      `[KubewrightError: Cannot end the task for default/blog with "again": it has been handed back already, and another worker may hold the key. Await all the work for a key before the block with its \`using task\` ends.]`,
    )
  })

  it('changes nothing when fairBy throws', () => {
    const fail = () => {
      throw new Error('no group')
    }
    const queue = new WorkQueue<string>({ clock: new VirtualClock(), fairBy: fail })
    expect(() => queue.add('a')).toThrow('no group')
    expect(queue.snapshot().waiting.count).toBe(0)
  })

  it('releases the key at the end of a `using` block, even if the worker throws', async () => {
    const queue = new WorkQueue<string>({ clock: new VirtualClock() })
    const work = async () => {
      using task = await queue.take()
      throw new Error(`${task?.key} went wrong`)
    }
    queue.add('a')
    await expect(work()).rejects.toThrow('a went wrong')
    expect(queue.snapshot().running.count).toBe(0)
  })

  it('closes at the end of a `using` block', async () => {
    const clock = new VirtualClock()
    const worker = () => {
      using queue = new WorkQueue<string>({ clock })
      queue.add('a', { after: '1h' })
      return queue.take()
    }
    await expect(worker()).resolves.toBeUndefined()
    expect(clock.pending).toEqual([])
  })
})

describe('the reasons of a run after again()', () => {
  async function reasonsAfter(
    again: Duration,
    wait: Duration,
    isAdded: boolean,
  ): Promise<readonly (string | undefined)[]> {
    const clock = new VirtualClock()
    const queue = new WorkQueue<string, string>({ clock })
    queue.add('blog', { reason: 'created' })
    {
      using task = (await queue.take())!
      task.again(again, { reason: 'requeue' })
    }
    await clock.advance(wait)
    if (isAdded) queue.add('blog', { reason: 'changed' })
    using task = (await queue.take())!
    return task.reasons
  }

  it.each([
    {
      name: 'only the event that comes before the requeue is due',
      again: '1h',
      wait: '1m',
      isAdded: true,
      reasons: ['changed'],
    },
    { name: 'the requeue that is due', again: '1m', wait: '1m', isAdded: false, reasons: ['requeue'] },
    {
      name: 'both, if the event comes when the requeue is due',
      again: '1m',
      wait: '2m',
      isAdded: true,
      reasons: ['requeue', 'changed'],
    },
  ] as const)('name $name', async ({ again, wait, isAdded, reasons }) => {
    expect(await reasonsAfter(again, wait, isAdded)).toEqual(reasons)
  })

  it('omit a requeue that was requested after an event had arrived', async () => {
    const clock = new VirtualClock()
    const queue = new WorkQueue<string, string>({ clock })
    queue.add('blog', { reason: 'created' })
    {
      using task = (await queue.take())!
      queue.add('blog', { reason: 'changed' })
      task.again('1h', { reason: 'requeue' })
    }
    using task = (await queue.take())!
    expect(task.reasons).toEqual(['changed'])
  })
})
