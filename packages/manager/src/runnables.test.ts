import type { Runnable } from '@kubewright/controller'
import { type ClusterRegistry, homeCluster } from '@kubewright/controller/clusters'
import { silentLogger } from '@kubewright/core'
import { seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { HealthChecks } from './health/health-check.ts'
import { MetricRegistry } from './metrics/metric-registry.ts'
import { Runnables } from './runnables.ts'

const clusters = { home: { name: homeCluster } } as unknown as ClusterRegistry

function parts(isSharded = false) {
  const clock = new VirtualClock()
  const ready = new HealthChecks(clock)
  const metrics = new MetricRegistry()
  return { clusters, clock, random: seededRandom('runnables'), log: silentLogger, metrics, ready, isSharded }
}

function until(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
}

describe('runnables', () => {
  it('run until they are stopped, and the manager waits for them', async () => {
    const stop = new AbortController()
    const told: string[] = []
    const one: Runnable = {
      name: 'one',
      async run(host, signal) {
        told.push(`runs on ${host.clusters.home.name}`)
        await until(signal)
        told.push('ended')
      },
    }
    const runnables = new Runnables([one], parts())
    const working = runnables.work(stop.signal)
    expect(runnables.running).toEqual(['one'])
    stop.abort()
    await working
    expect([told, runnables.running]).toEqual([['runs on home', 'ended'], []])
  })

  it('are restarted with back-off when they fail or return', async () => {
    const tools = parts()
    const stop = new AbortController()
    let runs = 0
    const failing: Runnable = {
      name: 'failing',
      async run() {
        if (++runs % 2 === 1) throw new Error('no')
      },
    }
    const working = new Runnables([failing], tools).work(stop.signal)
    await tools.clock.advance('1m')
    expect(runs).toBeGreaterThan(8)
    expect(runs).toBeLessThan(16)
    stop.abort()
    await working
  })

  it('add metrics and readiness checks only while they run', async () => {
    const tools = parts()
    const stop = new AbortController()
    const shown: Runnable = {
      name: 'shown',
      async run({ metrics, readiness }, signal) {
        metrics.add({ collect: () => [{ name: 'm', help: '', type: 'gauge', labelNames: [], samples: [] }] })
        readiness.include(() => [['shown', () => ({ note: 'hello' })]])
        await until(signal)
      },
    }
    const working = new Runnables([shown], tools).work(stop.signal)
    expect([tools.metrics.collect().length, tools.ready.names]).toEqual([1, ['shown']])
    stop.abort()
    await working
    expect([tools.metrics.collect().length, tools.ready.names]).toEqual([0, []])
  })

  it('are refused under sharding, and with a duplicate name', () => {
    const one: Runnable = { name: 'one', run: async () => undefined }
    const code = (make: () => unknown) => {
      try {
        make()
        return undefined
      } catch (error) {
        return (error as { code?: string }).code
      }
    }
    expect(code(() => new Runnables([one], parts(true)))).toBe('KW_MANAGER_CLUSTER_SHARDED')
    expect(code(() => new Runnables([one, one], parts()))).toBe('KW_MANAGER_NAME_TAKEN')
  })
})
