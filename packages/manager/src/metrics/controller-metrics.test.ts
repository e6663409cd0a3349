import type { ReconcileRecord, ReconcileResult, RunningController } from '@kubewright/controller/host'
import { describe, expect, it } from 'vitest'
import { ControllerMetrics } from './controller-metrics.ts'

const object = { name: 'blog', namespace: 'default' }

function record(result: ReconcileResult): ReconcileRecord {
  const writes = { sent: 3, changed: 1 }
  return { id: '1', controller: 'sites', object, reasons: [], startedAt: 0, durationMs: 250, result, writes }
}

function failure(error: unknown, more: { isTerminal?: boolean; isTimeout?: boolean } = {}): ReconcileResult {
  return { type: 'error', error, isTerminal: false, isTimeout: false, ...more }
}

/** The counters that are not zero after one reconcile with this result. */
function counted(result: ReconcileResult): readonly string[] {
  const metrics = new ControllerMetrics()
  metrics.observe({ name: 'sites', concurrency: 1 }).ended!(record(result))
  return metrics.collect().flatMap((family) => {
    if (family.type !== 'counter' || !family.name.startsWith('controller_runtime_')) return []
    const samples = family.samples.filter(({ value }) => value !== 0)
    return samples.map(({ labels }) =>
      [family.name.slice('controller_runtime_'.length), labels.result ?? ''].join(' ').trim(),
    )
  })
}

describe('ControllerMetrics', () => {
  it.each<[string, ReconcileResult, string[]]>([
    ['a success', { type: 'success' }, ['reconcile_total success']],
    ['a paused object', { type: 'paused' }, ['reconcile_total success']],
    ['a deleted object', { type: 'gone' }, ['reconcile_total success']],
    ['a requeue', { type: 'requeue_after', afterMs: 1 }, ['reconcile_total requeue_after']],
    ['a failure', failure(new Error('no')), ['reconcile_total error', 'reconcile_errors_total']],
    [
      'a terminal failure',
      failure(new Error('no'), { isTerminal: true }),
      ['reconcile_total error', 'reconcile_errors_total', 'terminal_reconcile_errors_total'],
    ],
    [
      'a timeout',
      failure(new Error('no'), { isTimeout: true }),
      ['reconcile_total error', 'reconcile_errors_total', 'reconcile_timeouts_total'],
    ],
    [
      'a TypeError as a panic',
      failure(new TypeError('x is undefined')),
      ['reconcile_total error', 'reconcile_errors_total', 'reconcile_panics_total'],
    ],
    [
      'a failed fetch, which is no panic',
      failure(new TypeError('fetch failed', { cause: new Error('refused') })),
      ['reconcile_total error', 'reconcile_errors_total'],
    ],
  ])('counts %s', (_, result, expected) => {
    expect(counted(result)).toEqual(expected)
  })

  it('reports the active workers, and the queue depth per priority', () => {
    const metrics = new ControllerMetrics()
    const observer = metrics.observe({ name: 'sites', concurrency: 2 })
    observer.started!({ id: '1', controller: 'sites', object, reasons: [], waitedMs: 0 })
    const depths = Array.from({ length: 30 }, (_, index) => ({ priority: -index, count: 1 }))
    const queue = { depths, unfinishedMs: 1_500, longestRunningMs: 1_000 }
    metrics.follow({ name: 'sites', queue, droppedEvents: 4 } as unknown as RunningController)
    const samples = (name: string) => metrics.collect().find((family) => family.name === name)!.samples
    expect(samples('controller_runtime_active_workers')).toMatchObject([{ value: 1 }])
    expect(samples('workqueue_unfinished_work_seconds')).toMatchObject([{ value: 1.5 }])
    expect(samples('workqueue_longest_running_processor_seconds')).toMatchObject([{ value: 1 }])
    expect(samples('kubewright_events_dropped_total')).toMatchObject([{ value: 4 }])
    const last = samples('workqueue_depth').at(-1)
    expect([samples('workqueue_depth').length, last?.labels.priority]).toEqual([26, 'exceeded_cardinality_limit'])
    expect(last).toMatchObject({ value: 5 })
  })

  it('drops the series of a removed controller', () => {
    const metrics = new ControllerMetrics()
    metrics.observe({ name: 'sites', concurrency: 1 })
    metrics.remove('sites')
    expect(metrics.collect().flatMap(({ samples }) => [...samples])).toEqual([])
  })
})
