/** Maintains the configuration of Telegraf, replaces pods without it, and reports in the status whether samples arrive. */
import { again, type Context, type Controller, defineController, done, type Outcome } from '@kubewright/controller'
import type { Verdict } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes/core/v1'
import { manifest, no, yes } from '@kubewright/resource'
import {
  cannotInject,
  isSidecarReady,
  replaceOutdatedPods,
  reportInjectionProblem,
  selectorProblem,
  type Sidecar,
  sidecarPods,
  sidecarWatching,
} from '@kubewright/sidecar'
import { lastSampleAt } from './influx.ts'
import { Monitoring } from './monitoring.ts'
import { configMapOf, monitoringTag, telegrafContainer } from './names.ts'
import { monitoringName, telegrafConfig } from './telegraf-config.ts'
import { telegrafSidecar } from './telegraf-sidecar.ts'

/** Options of `monitoringController`. */
export interface MonitoringControllerOptions {
  /** The image of Telegraf, as given to `monitoringAdmission`: pods with another one are replaced, one at a time. */
  readonly image: string
  /** Used to query InfluxDB. @default globalThis.fetch */
  readonly fetch?: typeof fetch
}

/** How often InfluxDB is queried for new samples: more often while there are none. */
const [checkEvery, checkSoon] = ['1m', '10s'] as const

/** Samples older than this do not count as current. */
const freshSeconds = 300
const noSamples =
  `InfluxDB has no samples of the pods from the last ${freshSeconds / 60} minutes; ` +
  `check the log of their container ${telegrafContainer}`

type MonitoringContext = Context<typeof Monitoring>

/** The controller of Monitorings: configures Telegraf, replaces pods that lack it, and reports whether samples arrive. */
export function monitoringController({ image, fetch = globalThis.fetch }: MonitoringControllerOptions): Controller {
  const sidecar = telegrafSidecar(image)
  const { watches, indexes, uses } = sidecarWatching(sidecar)
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
      return follow(monitoring, { ctx, fetch, sidecar })
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
  readonly sidecar: Sidecar<Monitoring>
}

async function follow(monitoring: Monitoring, parts: FollowParts): Promise<Outcome> {
  const { ctx, sidecar } = parts
  const found = sidecarPods(sidecar, monitoring, ctx)
  await replaceOutdatedPods(found, ctx)
  const { injection, pods } = found
  const monitored = pods.filter((pod) => isSidecarReady(sidecar, pod)).length
  const status = { injection, pods: pods.length, monitored }
  if (!monitoring.spec.enabled) {
    const off = no('Disabled', 'spec.enabled is false')
    await ctx.setStatus(status, { Ready: off, Collecting: off })
    return found.againMs === undefined ? done() : again(found.againMs)
  }
  reportInjectionProblem(found, monitoring.status?.conditions, ctx)
  const collecting = await judgeCollection(monitoring, parts)
  const ready = found.problem === undefined ? judgePods(status) : no(cannotInject, found.problem)
  await ctx.setStatus(status, { Ready: ready, Collecting: collecting })
  return again(found.againMs ?? (collecting.status === 'True' ? checkEvery : checkSoon))
}

function judgePods({ pods, monitored }: { readonly pods: number; readonly monitored: number }): Verdict {
  if (pods === 0) return no('NoPods', 'no pod has its label, or matches its selector')
  const count = `${monitored} of ${pods} pods run Telegraf`
  return monitored === pods ? yes('Monitored', count) : no('PodsWithoutTelegraf', count)
}

/** An unreachable InfluxDB is not a reconcile failure: the condition reports it. */
async function judgeCollection(
  monitoring: Monitoring,
  { ctx, fetch: send }: Pick<FollowParts, 'ctx' | 'fetch'>,
): Promise<Verdict> {
  const { url, database } = monitoring.spec.sink
  const tags = { [monitoringTag]: monitoringName(monitoring.metadata) }
  const { clock, signal } = ctx
  try {
    const sink = { url, database, fetch: send, clock, signal }
    const at = await lastSampleAt({ tags, withinSeconds: freshSeconds }, sink)
    if (at === undefined) return no('NoSamples', noSamples)
    return yes('Collecting', 'samples arrive')
  } catch (error) {
    if (ctx.signal.aborted) throw error
    return no('SinkUnreachable', error instanceof Error ? error.message : String(error))
  }
}
