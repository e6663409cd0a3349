import { defineController, done, TerminalError } from '@kubewright/controller'
import { recordedLog } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes'
import { leader } from '@kubewright/lease'
import { createManager } from '@kubewright/manager'
import { Counter } from '@kubewright/manager/metrics'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { managerOn, rest } from './managed.ts'

const maps = defineController({
  name: 'maps',
  for: ConfigMap,
  concurrency: 3,
  scope: { labels: 'app=test' },
  async reconcile({ metadata }) {
    if (metadata.name === 'bad') throw new TerminalError('edit me')
    return done()
  },
})

/** `name type label,label`, from the text that is scraped. */
function shape(text: string): readonly string[] {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return types.map(([, name, type]) => {
    const sample = new RegExp(`^${name}(?:_bucket)?\\{(.*)\\} `, 'm').exec(text)?.[1] ?? ''
    const labels = [...sample.matchAll(/(\w+)="/g)].map(([, label]) => label).filter((label) => label !== 'le')
    return `${name} ${type} ${labels.join()}`.trimEnd()
  })
}

function buckets(text: string, name: string): string {
  return [...text.matchAll(new RegExp(`^${name}_bucket\\{.*le="([^"]+)"\\}`, 'gm'))].map(([, le]) => le).join(' ')
}

/** As controller-runtime exports them, for its dashboards and alerts. */
const controllerRuntime = [
  'controller_runtime_active_workers gauge controller',
  'controller_runtime_max_concurrent_reconciles gauge controller',
  'controller_runtime_reconcile_errors_total counter controller',
  'controller_runtime_reconcile_panics_total counter controller',
  'controller_runtime_reconcile_time_seconds histogram controller',
  'controller_runtime_reconcile_timeouts_total counter controller',
  'controller_runtime_reconcile_total counter controller,result',
  'controller_runtime_terminal_reconcile_errors_total counter controller',
  'leader_election_master_status gauge name',
  'workqueue_adds_total counter name,controller',
  'workqueue_depth gauge name,controller,priority',
  'workqueue_longest_running_processor_seconds gauge name,controller',
  'workqueue_queue_duration_seconds histogram name,controller',
  'workqueue_retries_total counter name,controller',
  'workqueue_unfinished_work_seconds gauge name,controller',
  'workqueue_work_duration_seconds histogram name,controller',
]

const ours = [
  'kubewright_cache_echo_seconds histogram resource,scope',
  'kubewright_cache_estimated_bytes gauge resource,scope',
  'kubewright_cache_failures_total counter',
  'kubewright_cache_objects gauge resource,scope',
  'kubewright_cache_reconnects_total counter resource,scope',
  'kubewright_cache_relists_total counter resource,scope',
  'kubewright_cache_silent_seconds gauge resource,scope',
  'kubewright_cache_state gauge resource,scope,state',
  'kubewright_cache_synced gauge resource,scope',
  'kubewright_cache_watch_events_total counter resource,scope,type',
  'kubewright_events_dropped_total counter controller',
  'kubewright_hot_loops_total counter controller',
  'kubewright_reconcile_reasons_total counter controller,reason',
  'kubewright_reconcile_writes_total counter',
]

describe('manager metrics', () => {
  it('have the names, types, labels and buckets of controller-runtime', async () => {
    await using cluster = await startCluster()
    const coordination = leader({ lease: 'operator', namespace: 'default' })
    const manager = managerOn(cluster, { controllers: [maps], coordination, metrics: { port: 0 }, permissions: 'skip' })
    const deploys = new Counter({ name: 'deploys_total', help: 'Sites deployed.' })
    deploys.add()
    manager.metrics.add(deploys)
    await using _ = manager.start()
    await rest(cluster, manager)
    const labels = { app: 'test' }
    for (const name of ['good', 'bad'])
      await cluster.client.create(ConfigMap, { metadata: { name, namespace: 'default', labels } })
    await rest(cluster, manager)
    const answer = await fetch(`${manager.endpoints.metrics}/metrics`)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await answer.text()
    const all = shape(text)
    expect(all.filter((one) => /^(controller_runtime|leader_election|workqueue)/.test(one))).toEqual(controllerRuntime)
    expect(all.filter((one) => one.startsWith('kubewright_'))).toEqual(ours)
    expect(all).toEqual(
      expect.arrayContaining([
        'process_cpu_seconds_total counter',
        'nodejs_heap_size_used_bytes gauge',
        'deploys_total counter',
      ]),
    )
    expect(buckets(text, 'controller_runtime_reconcile_time_seconds')).toBe(
      '0.005 0.01 0.025 0.05 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.45 0.5 0.6 0.7 0.8 0.9 1 1.25 1.5 1.75 2 2.5 3 3.5 4 4.5 5 6 7 8 9 10 15 20 25 30 40 50 60 +Inf',
    )
    const queueBuckets =
      '1e-08 1e-07 1e-06 9.999999999999999e-06 9.999999999999999e-05 0.001 0.01 0.1 1 10 100 1000 +Inf'
    expect(buckets(text, 'workqueue_queue_duration_seconds')).toBe(queueBuckets)
    expect(buckets(text, 'workqueue_work_duration_seconds')).toBe(queueBuckets)
    const lines = text.split('\n')
    for (const line of [
      'controller_runtime_reconcile_total{controller="maps",result="success"} 1',
      'controller_runtime_reconcile_total{controller="maps",result="error"} 1',
      'controller_runtime_reconcile_total{controller="maps",result="requeue"} 0',
      'controller_runtime_reconcile_total{controller="maps",result="requeue_after"} 0',
      'controller_runtime_terminal_reconcile_errors_total{controller="maps"} 1',
      'controller_runtime_reconcile_panics_total{controller="maps"} 0',
      'controller_runtime_max_concurrent_reconciles{controller="maps"} 3',
      'controller_runtime_active_workers{controller="maps"} 0',
      'workqueue_adds_total{name="maps",controller="maps"} 2',
      'workqueue_depth{name="maps",controller="maps",priority="0"} 0',
      'leader_election_master_status{name="operator"} 1',
      'kubewright_cache_objects{resource="configmaps",scope="app=test"} 2',
      'kubewright_reconcile_reasons_total{controller="maps",reason="created"} 2',
    ])
      expect(lines).toContain(line)
  })

  it('include those of the client that the manager creates', async () => {
    const { metrics } = createManager({
      connection: { server: 'https://127.0.0.1:1' },
      controllers: [],
      environment: {},
    })
    const names = metrics.collect().map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('rest_client_'))).toEqual([
      'rest_client_dns_resolution_duration_seconds',
      'rest_client_rate_limiter_duration_seconds',
      'rest_client_request_duration_seconds',
      'rest_client_request_retries_total',
      'rest_client_request_size_bytes',
      'rest_client_requests_total',
      'rest_client_response_size_bytes',
    ])
  })

  it('exist with value zero from the start', async () => {
    await using cluster = await startCluster()
    const manager = managerOn(cluster, { controllers: [maps] })
    const there = manager.metrics.collect().filter(({ samples }) => samples.length > 0)
    const names = there.map(({ name }) => name).filter((name) => !name.startsWith('kubewright_'))
    const expected = controllerRuntime.map((one) => one.split(' ')[0]).filter((name) => !name?.startsWith('leader'))
    expect(names).toEqual(expected)
    const counters = there.flatMap((family) => (family.type === 'counter' ? family.samples : []))
    expect(new Set(counters.map(({ value }) => value))).toEqual(new Set([0]))
  })
  it('are served without those of a source that throws, which is logged once', async () => {
    await using cluster = await startCluster()
    const { log, entries } = recordedLog()
    const manager = managerOn(cluster, { controllers: [maps], metrics: { port: 0 }, permissions: 'skip', log })
    manager.metrics.add({
      collect: () => {
        throw new Error('no ink')
      },
    })
    await using running = manager.start()
    await running.started
    for (let scrape = 0; scrape < 2; scrape++) {
      const answer = await fetch(`${manager.endpoints.metrics}/metrics`)
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('workqueue_depth')])
    }
    expect(entries.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'metric source failed, serving the others', fields: { error: new Error('no ink') } },
    ])
  })
})
