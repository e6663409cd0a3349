import { formatTime } from '@kubewright/core/time'
import type { Job, Pod } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { completionIndexAnnotation, indexFailureCountAnnotation, trackingFinalizer } from '../../names.ts'
import { planJob } from './job-plan.ts'
import { tally } from './job-tally.ts'

const now = Date.UTC(2026, 0, 1, 1)
const job = (spec: object = {}, status: object = {}) =>
  ({ metadata: { name: 'job' }, spec: { parallelism: 1, template: { spec: {} }, ...spec }, status }) as unknown as Job

/**
 * `R` runs, `W` waits, `S` succeeded, `F` failed, each so many seconds ago; `/2` is its number, `#1` how often that had failed
 * before.
 */
function podOf(text: string, place: number): Pod {
  const [, letter, ago, index, failures] = /^([RWSF])(\d*)(?:\/(\d+))?(?:#(\d+))?$/.exec(text)!
  const phase = { R: 'Running', W: 'Pending', S: 'Succeeded', F: 'Failed' }[letter!]
  const finishedAt = formatTime(now - Number(ago || 0) * 1_000)
  const ended =
    letter === 'S' || letter === 'F'
      ? { containerStatuses: [{ state: { terminated: { finishedAt, exitCode: letter === 'S' ? 0 : 1 } } }] }
      : {}
  return {
    metadata: {
      uid: `pod-${place}`,
      name: `pod-${place}`,
      creationTimestamp: '2026-01-01T00:00:00Z',
      finalizers: [trackingFinalizer],
      ...(index === undefined
        ? {}
        : { annotations: { [completionIndexAnnotation]: index, [indexFailureCountAnnotation]: failures ?? '0' } }),
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

describe('planJob, with so many attempts for each number', () => {
  const spec = { completionMode: 'Indexed', completions: 3, parallelism: 3, backoffLimitPerIndex: 1, backoffLimit: 100 }
  const idle = { create: 0, remove: [], verdict: undefined, againMs: undefined }
  const failIndex = {
    podFailurePolicy: { rules: [{ action: 'FailIndex', onExitCodes: { operator: 'NotIn', values: [0] } }] },
  }
  it.each([
    { name: 'begins all', pods: '', is: { ...idle, create: 3, indexes: [0, 1, 2] } },
    {
      name: 'waits after a failure, for that number alone',
      pods: 'F4/0 R/1',
      is: { ...idle, create: 1, indexes: [2], againMs: 6_000 },
    },
    { name: 'tries again after a while', pods: 'F10/0 R/1 R/2', is: { ...idle, create: 1, indexes: [0] } },
    { name: 'gives a number up that has failed too often', pods: 'F60/0#1 R/1 R/2', is: idle },
    { name: 'fails once nothing is left to try', pods: 'F60/0#1 S/1 S/2', is: { ...idle, verdict: 'FailedIndexes' } },
    {
      name: 'succeeds if all did in the end',
      pods: 'F60/0 S/0#1 S/1 S/2',
      is: { ...idle, verdict: 'CompletionsReached' },
    },
    {
      name: 'fails at once if too many numbers do',
      more: { maxFailedIndexes: 0 },
      pods: 'F60/0#1 R/1 R/2',
      is: { ...idle, remove: ['pod-1', 'pod-2'], verdict: 'MaxFailedIndexesExceeded' },
    },
    { name: 'knows of numbers given up before', status: { failedIndexes: '0' }, pods: 'S/1 R/2', is: idle },
    {
      name: 'gives a number up at once where its policy says so',
      more: failIndex,
      pods: 'F60/0 R/1 R/2',
      is: idle,
    },
  ])('$name', ({ more = {}, status = {}, pods, is }) => {
    expect(plan(job({ ...spec, ...more }, status), pods)).toEqual(is)
  })
})

describe('planJob, with a policy for success', () => {
  const spec = { completionMode: 'Indexed', completions: 4, parallelism: 4, successPolicy: { rules: [] as object[] } }
  const verdictOf = (rule: object, pods: string) =>
    plan(job({ ...spec, successPolicy: { rules: [rule] } }), pods).verdict
  it.each([
    { name: 'all of certain numbers', rule: { succeededIndexes: '0-1' }, pods: 'S/0 S/1 R/2 R/3', is: 'SuccessPolicy' },
    { name: 'not all of them', rule: { succeededIndexes: '0-1' }, pods: 'S/0 R/1 S/2 R/3', is: undefined },
    {
      name: 'enough of them',
      rule: { succeededIndexes: '0-2', succeededCount: 2 },
      pods: 'S/0 R/1 S/2 R/3',
      is: 'SuccessPolicy',
    },
    {
      name: 'enough, but of others',
      rule: { succeededIndexes: '0', succeededCount: 1 },
      pods: 'R/0 S/1 S/2 R/3',
      is: undefined,
    },
    { name: 'enough of all', rule: { succeededCount: 2 }, pods: 'S/0 R/1 S/2 R/3', is: 'SuccessPolicy' },
  ])('$name', ({ rule, pods, is }) => {
    expect(verdictOf(rule, pods)).toBe(is)
  })
})
