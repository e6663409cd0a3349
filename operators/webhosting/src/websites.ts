/** Keeps the webserver of every website in line with its theme, and reverts changes by other clients. See decision 0212. */
import {
  changed,
  ConfigMap,
  type Context,
  type Controller,
  defineController,
  Deployment,
  done,
  index,
  Ingress,
  no,
  type Outcome,
  Service,
  watch,
} from 'kubewright'
import { owned } from 'kubewright/controller'
import { childrenOf, skipsWorkload } from './children.ts'
import { chooseTheme, isProblem } from './choose-theme.ts'
import { longestMessage, rolloutOf } from './rollout.ts'
import { defaultHosting, type HostingSettings } from './settings.ts'
import { Theme } from './theme.ts'
import { Website } from './website.ts'
import { statusOf } from './website-status.ts'

const byTheme = index(Website, 'by-theme', (site) => site.spec.theme)

/** Only the part of a Deployment's status that affects a website: replica counts change with every pod. */
const webservers = owned(Deployment, {
  when: changed((deployment) => {
    const { generation, labels, ownerReferences, deletionTimestamp } = deployment.metadata
    return { generation, labels, ownerReferences, deletionTimestamp, rollout: rolloutOf(deployment) }
  }),
})

export function websites(settings: HostingSettings = defaultHosting): Controller {
  return defineController({
    name: 'websites',
    for: Website,
    owns: [webservers, ConfigMap, Service, Ingress],
    indexes: [byTheme],
    watches: [
      watch(Theme, {
        when: changed((theme) => theme.spec),
        requests: (theme, { find }) => find(byTheme, theme.metadata.name),
      }),
    ],
    concurrency: settings.concurrency,
    // With foreground deletion a website still exists while its children are deleted. The only work then is its status.
    seesDeletion: true,
    // `reportFailure` does, with an event and the condition Ready.
    reportsFailures: false,

    async reconcile(site, ctx) {
      if (site.metadata.deletionTimestamp !== undefined) return reportTerminating(site, ctx)
      try {
        return await serve(site, ctx, settings)
      } catch (error) {
        // Stopping is not a failure, and the next owner reconciles again.
        if (!ctx.signal.aborted) await reportFailure(site, ctx, error)
        throw error
      }
    },
  })
}

type SiteContext = Context<typeof Website>

async function serve(site: Website, ctx: SiteContext, settings: HostingSettings): Promise<Outcome> {
  const theme = chooseTheme(site, (name) => ctx.cache.get(Theme, { name }))
  if (isProblem(theme)) {
    await reportProblem(site, ctx, theme)
    // Not an error: a user must name, create or fix a theme, and the watch reports that. Retries would only increase the
    // back-off for later failures.
    return done()
  }
  const { deployment } = await ctx.own(childrenOf(site, theme, settings))
  const { phase, ready } = rolloutOf(deployment)
  if (phase === 'Ready' && site.status?.phase !== 'Ready' && !skipsWorkload(site)) {
    ctx.events.normal('Serving', `shown in the theme ${theme.metadata.name}`)
  }
  await ctx.setStatus(statusOf(site, phase, ctx.now()), { Ready: ready })
  return done()
}

async function reportTerminating(site: Website, ctx: SiteContext): Promise<Outcome> {
  await ctx.setStatus(statusOf(site, 'Terminating', ctx.now()), { Ready: no('Terminating', 'it is being deleted') })
  return done()
}

async function reportFailure(site: Website, ctx: SiteContext, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  await reportProblem(site, ctx, { reason: 'ReconcilerError', message: message.slice(0, longestMessage) })
}

async function reportProblem(
  site: Website,
  ctx: SiteContext,
  { reason, message }: { readonly reason: string; readonly message: string },
): Promise<void> {
  ctx.log.warn('website could not be served', { reason, message })
  ctx.events.warning(reason, message)
  await ctx.setStatus(statusOf(site, 'Error', ctx.now()), { Ready: no(reason, message) })
}
