/** The operator, with the kinds that are only cached in mode `watch20`. */
import { defineController, done } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import { ConfigMap, Deployment, Ingress, Service } from '@kubewright/kubernetes'
import { createManager } from '@kubewright/manager'
import { childrenOf, hostOf } from './children.js'
import { coordinationOf } from './coordination.js'
import { Seen } from './progress.js'
import { benches, Website } from './website.js'

function websites(concurrency, seen) {
  return defineController({
    name: 'websites',
    for: Website,
    owns: [ConfigMap, Deployment, Service, Ingress],
    concurrency,
    async reconcile(website, ctx) {
      seen.begins()
      await ctx.own(childrenOf(website))
      await ctx.setStatus({ url: `http://${hostOf(website)}`, revision: website.spec.revision })
      seen.ended(website.metadata.name)
      return done()
    },
  })
}

export async function operate(connection, settings, signal) {
  const { mode, namespace, concurrency, identity } = settings
  const seen = new Seen()
  const manager = createManager({
    connection,
    controllers: [websites(concurrency, seen)],
    coordination: await coordinationOf(settings),
    ...(identity !== undefined && { identity }),
    cache: { namespace },
    log: silentLogger,
  })
  const running = manager.start()
  const cached = mode === 'watch20' ? benches.map((kind) => manager.cache.source(kind, { namespace })) : []
  await Promise.all([running.started, ...cached.map((source) => source.synced({ signal }))])
  seen.synced(manager.cache.list(Website, { namespace }).map(({ metadata }) => metadata.name))
  await Promise.race([aborted(signal), running.ended])
  for (const source of cached) source[Symbol.dispose]()
  await running[Symbol.asyncDispose]()
}

function aborted(signal) {
  return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
