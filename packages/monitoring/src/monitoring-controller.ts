/** Maintains the configuration of Telegraf, replaces pods without it, and reports in the status whether samples arrive. */
import { again, type Context, type Controller, defineController, done, type Outcome } from '@kubewright/controller'
import type { Verdict } from '@kubewright/core'
import { ConfigMap, type Pod } from '@kubewright/kubernetes/core/v1'
import { manifest, no, yes } from '@kubewright/resource'
import { replaceOutdatedPods, selectorProblem, sidecarPods, sidecarWatching } from '@kubewright/sidecar'
import { lastSampleAt } from './influx.ts'
import { Monitoring } from './monitoring.ts'
import { configMapOf, monitoringTag, telegrafContainer } from './names.ts'
import { monitoringName, telegrafConfig } from './telegraf-config.ts'
import { telegrafSidecar } from './telegraf-sidecar.ts'

export interface MonitoringControllerOptions {
  /** Used to query InfluxDB. @default globalThis.fetch */
  readonly fetch?: typeof fetch
}

/** How often InfluxDB is queried for new samples: more often while there are none. */
const [checkEvery, checkSoon] = ['1m', '10s'] as const

/** Samples older than this do not count as current. */
const freshSeconds = 300

type MonitoringContext = Context<typeof Monitoring>

const sidecar = telegrafSidecar()
const { watches, indexes, uses } = sidecarWatching(sidecar)

export function monitoringController({ fetch = globalThis.fetch }: MonitoringControllerOptions = {}): Controller {
  return defineController({
    name: 'monitorings',
    for: Monitoring,
    concurrency: 4,
    owns: [ConfigMap],
    indexes,
    watches,
    uses,
    async reconcile(monitoring, ctx) {
      await ctx.own({ config: configOf(monitoring) })
      const problem = selectorProblem(monitoring)
      if (problem !== undefined) {
        await ctx.setStatus(monitoring.status ?? {}, { Ready: no('InvalidSelector', problem) })
        return done()
      }
      return follow(monitoring, { ctx, fetch })
    },
  })
}

/** Exists as long as the object, enabled or not: pods that still have Telegraf read it. */
function configOf(monitoring: Monitoring) {
  const { name, namespace } = monitoring.metadata
  return manifest(ConfigMap, {
    metadata: { name: configMapOf(name), namespace: namespace! },
    data: { 'telegraf.conf': telegrafConfig(monitoring) },
  })
}

interface FollowParts {
  readonly ctx: MonitoringContext
  readonly fetch: typeof fetch
}

async function follow(monitoring: Monitoring, { ctx, fetch: send }: FollowParts): Promise<Outcome> {
  const found = sidecarPods(sidecar, monitoring, ctx)
  await replaceOutdatedPods(found, ctx)
  const { injection, pods } = found
  const monitored = pods.filter(runsTelegraf).length
  const status = { injection, pods: pods.length, monitored }
  if (!monitoring.spec.enabled) {
    const off = no('Disabled', 'spec.enabled is false')
    await ctx.setStatus(status, { Ready: off, Collecting: off })
    return done()
  }
  const collecting = await judgeCollection(monitoring, { ctx, fetch: send })
  await ctx.setStatus(status, { Ready: judgePods(status), Collecting: collecting })
  return again(collecting.status === 'True' ? checkEvery : checkSoon)
}

function runsTelegraf({ status }: Pod): boolean {
  return status?.containerStatuses?.some(({ name, ready }) => name === telegrafContainer && ready) === true
}

function judgePods({ pods, monitored }: { readonly pods: number; readonly monitored: number }): Verdict {
  if (pods === 0) return no('NoPods', 'no pod has its label, or matches its selector')
  const count = `${monitored} of ${pods} pods run Telegraf`
  return monitored === pods ? yes('Monitored', count) : no('PodsWithoutTelegraf', count)
}

/** An unreachable InfluxDB is not a reconcile failure: the condition reports it. */
async function judgeCollection(monitoring: Monitoring, { ctx, fetch: send }: FollowParts): Promise<Verdict> {
  const { url, database } = monitoring.spec.sink
  const tags = { [monitoringTag]: monitoringName(monitoring.metadata) }
  const { clock, signal } = ctx
  try {
    const sink = { url, database, fetch: send, clock, signal }
    const at = await lastSampleAt({ tags, withinSeconds: freshSeconds }, sink)
    if (at === undefined) return no('NoSamples', `InfluxDB has no samples from the last ${freshSeconds / 60} minutes`)
    return yes('Collecting', 'samples arrive')
  } catch (error) {
    if (ctx.signal.aborted) throw error
    return no('SinkUnreachable', error instanceof Error ? error.message : String(error))
  }
}
