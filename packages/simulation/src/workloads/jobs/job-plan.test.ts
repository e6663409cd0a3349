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
 * `R` running, `W` pending, `S` succeeded, `F` failed, each that many seconds ago; `/2` is its index, `#1` how often that index
 * had failed before.
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
    { name: 'creates the first pods', spec: { completions: 1 }, pods: '', is: { ...idle, create: 1 } },
    {
      name: 'creates as many as parallelism allows',
      spec: { completions: 5, parallelism: 3 },
      pods: 'R',
      is: { ...idle, create: 2 },
    },
    {
      name: 'creates no more than completions require',
      spec: { completions: 3, parallelism: 3 },
      pods: 'S S R',
      is: idle,
    },
    {
      name: 'deletes pending pods before running ones',
      spec: { completions: 5 },
      pods: 'R W',
      is: { ...idle, remove: ['pod-1'] },
    },
    { name: 'is complete', spec: { completions: 1 }, pods: 'S', is: { ...idle, verdict: 'CompletionsReached' } },
    {
      name: 'without completions, is complete when one pod succeeded and all have ended',
      spec: {},
      pods: 'S',
      is: { ...idle, verdict: 'CompletionsReached' },
    },
    {
      name: 'without completions, creates no pods after the first success',
      spec: { parallelism: 2 },
      pods: 'S R',
      is: idle,
    },
    { name: 'backs off after a failure', spec: { completions: 1 }, pods: 'F4', is: { ...idle, againMs: 6_000 } },
    {
      name: 'backs off longer after the next failure',
      spec: { completions: 1 },
      pods: 'F30 F4',
      is: { ...idle, againMs: 16_000 },
    },
    { name: 'retries after the back-off', spec: { completions: 1 }, pods: 'F11', is: { ...idle, create: 1 } },
    {
      name: 'fails at backoffLimit',
      spec: { completions: 2, backoffLimit: 1 },
      pods: 'F F R',
      is: { ...idle, remove: ['pod-2'], verdict: 'BackoffLimitExceeded' },
    },
    {
      name: 'deletes all pods while suspended',
      spec: { suspend: true },
      pods: 'R',
      is: { ...idle, remove: ['pod-0'] },
    },
    {
      name: 'is requeued for its deadline',
      spec: { completions: 1, activeDeadlineSeconds: 9 },
      pods: 'R',
      is: { ...idle, againMs: 9_000 },
    },
    {
      name: 'creates the lowest missing indexes',
      spec: indexed,
      pods: 'S/0 R/2',
      is: { ...idle, create: 1, indexes: [1] },
    },
  ]
  it.each(cases)('$name', ({ spec, pods, is }) => {
    expect(plan(job(spec), pods)).toEqual(is)
  })

  it('fails at activeDeadlineSeconds', () => {
    const one = job({ completions: 1, activeDeadlineSeconds: 60 }, { startTime: formatTime(now - 60_000) })
    expect(plan(one, 'R')).toEqual({ ...idle, remove: ['pod-0'], verdict: 'DeadlineExceeded' })
  })

  it('does not revoke FailureTarget', () => {
    const conditions = [{ type: 'FailureTarget', status: 'True', reason: 'BackoffLimitExceeded', message: '' }]
    expect(plan(job({ completions: 1, backoffLimit: 9 }, { conditions }), 'S')).toMatchObject({
      verdict: 'BackoffLimitExceeded',
    })
  })
})

describe('planJob with backoffLimitPerIndex', () => {
  const spec = { completionMode: 'Indexed', completions: 3, parallelism: 3, backoffLimitPerIndex: 1, backoffLimit: 100 }
  const idle = { create: 0, remove: [], verdict: undefined, againMs: undefined }
  const failIndex = {
    podFailurePolicy: { rules: [{ action: 'FailIndex', onExitCodes: { operator: 'NotIn', values: [0] } }] },
  }
  it.each([
    { name: 'creates all indexes', pods: '', is: { ...idle, create: 3, indexes: [0, 1, 2] } },
    {
      name: 'backs off after a failure, for that index only',
      pods: 'F4/0 R/1',
      is: { ...idle, create: 1, indexes: [2], againMs: 6_000 },
    },
    { name: 'retries after the back-off', pods: 'F10/0 R/1 R/2', is: { ...idle, create: 1, indexes: [0] } },
    { name: 'fails an index that exceeded its limit', pods: 'F60/0#1 R/1 R/2', is: idle },
    { name: 'fails once no index can be retried', pods: 'F60/0#1 S/1 S/2', is: { ...idle, verdict: 'FailedIndexes' } },
    {
      name: 'succeeds if all indexes did in the end',
      pods: 'F60/0 S/0#1 S/1 S/2',
      is: { ...idle, verdict: 'CompletionsReached' },
    },
    {
      name: 'fails at once at maxFailedIndexes',
      more: { maxFailedIndexes: 0 },
      pods: 'F60/0#1 R/1 R/2',
      is: { ...idle, remove: ['pod-1', 'pod-2'], verdict: 'MaxFailedIndexesExceeded' },
    },
    { name: 'keeps indexes that failed before', status: { failedIndexes: '0' }, pods: 'S/1 R/2', is: idle },
    {
      name: 'fails an index at once if the pod failure policy says so',
      more: failIndex,
      pods: 'F60/0 R/1 R/2',
      is: idle,
    },
  ])('$name', ({ more = {}, status = {}, pods, is }) => {
    expect(plan(job({ ...spec, ...more }, status), pods)).toEqual(is)
  })
})

describe('planJob with a success policy', () => {
  const spec = { completionMode: 'Indexed', completions: 4, parallelism: 4, successPolicy: { rules: [] as object[] } }
  const verdictOf = (rule: object, pods: string) =>
    plan(job({ ...spec, successPolicy: { rules: [rule] } }), pods).verdict
  it.each([
    {
      name: 'all of the listed indexes',
      rule: { succeededIndexes: '0-1' },
      pods: 'S/0 S/1 R/2 R/3',
      is: 'SuccessPolicy',
    },
    {
      name: 'not all of the listed indexes',
      rule: { succeededIndexes: '0-1' },
      pods: 'S/0 R/1 S/2 R/3',
      is: undefined,
    },
    {
      name: 'enough of the listed indexes',
      rule: { succeededIndexes: '0-2', succeededCount: 2 },
      pods: 'S/0 R/1 S/2 R/3',
      is: 'SuccessPolicy',
    },
    {
      name: 'enough, but of other indexes',
      rule: { succeededIndexes: '0', succeededCount: 1 },
      pods: 'R/0 S/1 S/2 R/3',
      is: undefined,
    },
    { name: 'enough of all indexes', rule: { succeededCount: 2 }, pods: 'S/0 R/1 S/2 R/3', is: 'SuccessPolicy' },
  ])('$name', ({ rule, pods, is }) => {
    expect(verdictOf(rule, pods)).toBe(is)
  })
})
