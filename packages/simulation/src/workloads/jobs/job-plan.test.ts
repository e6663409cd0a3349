import { formatTime } from '@kubewright/core'
import type { Job, Pod } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { completionIndexAnnotation, trackingFinalizer } from '../../names.ts'
import { planJob } from './job-plan.ts'
import { tally } from './job-tally.ts'

const now = Date.UTC(2026, 0, 1, 1)
const job = (spec: object = {}, status: object = {}) =>
  ({ metadata: { name: 'job' }, spec: { parallelism: 1, template: { spec: {} }, ...spec }, status }) as unknown as Job

/** `R` runs, `W` waits, `S` succeeded, `F` failed, each so many seconds ago; `/2` is its number. */
function podOf(text: string, place: number): Pod {
  const [, letter, ago, index] = /^([RWSF])(\d*)(?:\/(\d+))?$/.exec(text)!
  const phase = { R: 'Running', W: 'Pending', S: 'Succeeded', F: 'Failed' }[letter!]
  const finishedAt = formatTime(now - Number(ago || 0) * 1_000)
  const ended =
    letter === 'S' || letter === 'F' ? { containerStatuses: [{ state: { terminated: { finishedAt } } }] } : {}
  return {
    metadata: {
      uid: `pod-${place}`,
      name: `pod-${place}`,
      creationTimestamp: '2026-01-01T00:00:00Z',
      finalizers: [trackingFinalizer],
      ...(index === undefined ? {} : { annotations: { [completionIndexAnnotation]: index } }),
    },
    status: { phase, ...ended },
  } as unknown as Pod
}

function plan(one: Job, pods: string) {
  const all = pods.split(' ').filter(Boolean).map(podOf)
  const { create, remove, verdict, againMs } = planJob(one, { pods: all, tally: tally(one, all), now })
  return {
    create: create.length,
    ...(create.some((index) => index !== undefined) ? { indexes: create } : {}),
    remove: remove.map(({ metadata }) => metadata.name),
    verdict: verdict?.reason,
    againMs,
  }
}

describe('planJob', () => {
  const idle = { create: 0, remove: [], verdict: undefined, againMs: undefined }
  const indexed = { completionMode: 'Indexed', completions: 4, parallelism: 2 }
  const cases = [
    { name: 'begins', spec: { completions: 1 }, pods: '', is: { ...idle, create: 1 } },
    {
      name: 'has as many at once as it may',
      spec: { completions: 5, parallelism: 3 },
      pods: 'R',
      is: { ...idle, create: 2 },
    },
    { name: 'has no more than are left to do', spec: { completions: 3, parallelism: 3 }, pods: 'S S R', is: idle },
    {
      name: 'removes what waits before what runs',
      spec: { completions: 5 },
      pods: 'R W',
      is: { ...idle, remove: ['pod-1'] },
    },
    { name: 'is complete', spec: { completions: 1 }, pods: 'S', is: { ...idle, verdict: 'CompletionsReached' } },
    {
      name: 'without a number, is complete when one succeeded and all ended',
      spec: {},
      pods: 'S',
      is: { ...idle, verdict: 'CompletionsReached' },
    },
    {
      name: 'without a number, makes no more after the first success',
      spec: { parallelism: 2 },
      pods: 'S R',
      is: idle,
    },
    { name: 'waits after a failure', spec: { completions: 1 }, pods: 'F4', is: { ...idle, againMs: 6_000 } },
    { name: 'waits longer after the next', spec: { completions: 1 }, pods: 'F30 F4', is: { ...idle, againMs: 16_000 } },
    { name: 'tries again after that', spec: { completions: 1 }, pods: 'F11', is: { ...idle, create: 1 } },
    {
      name: 'gives up',
      spec: { completions: 2, backoffLimit: 1 },
      pods: 'F F R',
      is: { ...idle, remove: ['pod-2'], verdict: 'BackoffLimitExceeded' },
    },
    {
      name: 'removes all while it is suspended',
      spec: { suspend: true },
      pods: 'R',
      is: { ...idle, remove: ['pod-0'] },
    },
    {
      name: 'looks again when its time is over',
      spec: { completions: 1, activeDeadlineSeconds: 9 },
      pods: 'R',
      is: { ...idle, againMs: 9_000 },
    },
    {
      name: 'makes the lowest numbers that are missing',
      spec: indexed,
      pods: 'S/0 R/2',
      is: { ...idle, create: 1, indexes: [1] },
    },
  ]
  it.each(cases)('$name', ({ spec, pods, is }) => {
    expect(plan(job(spec), pods)).toEqual(is)
  })

  it('ends when it was active for too long', () => {
    const one = job({ completions: 1, activeDeadlineSeconds: 60 }, { startTime: formatTime(now - 60_000) })
    expect(plan(one, 'R')).toEqual({ ...idle, remove: ['pod-0'], verdict: 'DeadlineExceeded' })
  })

  it('does not take back what it announced', () => {
    const conditions = [{ type: 'FailureTarget', status: 'True', reason: 'BackoffLimitExceeded', message: '' }]
    expect(plan(job({ completions: 1, backoffLimit: 9 }, { conditions }), 'S')).toMatchObject({
      verdict: 'BackoffLimitExceeded',
    })
  })
})
