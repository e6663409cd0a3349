/** Errors that are misinterpreted or ignored. */
import { ApiError, isAlreadyExists, isConflict, isForbidden, isNotFound } from '@kubewright/client'
import { done, TerminalError } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { Event } from '@kubewright/kubernetes/core/v1'
import { ignoring } from './crashes-between-writes.ts'
import { planted } from './planted-bug.ts'
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'
import { blog, ownedBy, Site, sites } from './site.ts'

const never = () => false

/** A dependency of a site, of another installed kind. */
const Plot = defineResource({
  group: 'planted.example.dev',
  version: 'v1',
  kind: 'Plot',
  scope: 'Namespaced',
  spec: z.object({ size: z.int().default(1) }),
})

export const swallowedErrors = [
  planted('every error of a write is ignored', 'end-state', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const metadata = { ...blog, ...ownedBy(site) }
        const made = ctx.client.apply(ConfigMap, { metadata, data: { title: site.spec.title } }, { force: true })
        await made.catch(ignoring(isFixed ? never : () => true))
        return done()
      },
    }),
  })),

  planted('any read error is taken for NotFound', 'creations', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const found = await ctx.client.get(ConfigMap, blog).catch(ignoring(isFixed ? isNotFound : () => true))
        if (found !== undefined) return done()
        if (!isFixed) await ctx.client.delete(ConfigMap, blog).catch(ignoring(isNotFound)) // wrong: deletes it to make way for the create
        await ctx.client.create(ConfigMap, { metadata: { ...blog, ...ownedBy(site) }, data: {} })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'one' } })
      await user.patch(Site, blog, { spec: { title: 'two' } })
    },
  })),

  planted('a conflict is ignored', 'end-state', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const metadata = { annotations: { 'planted.example.dev/title': site.spec.title } }
        const written = ctx.client.patch(Site, site.metadata, { metadata })
        await written.catch(ignoring(isFixed ? never : isConflict))
        return done()
      },
    }),
  })),

  planted('every error is treated as terminal', 'end-state', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const metadata = { ...blog, ...ownedBy(site) }
        await ctx.client.apply(ConfigMap, { metadata, data: {} }, { force: true }).catch((error: unknown) => {
          throw isFixed ? error : new TerminalError('the cluster does not want it')
        })
        return done()
      },
    }),
  })),

  planted('an exceeded quota (403) is ignored', 'end-state', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const metadata = { ...blog, ...ownedBy(site) }
        const made = ctx.client.apply(ConfigMap, { metadata, data: { title: site.spec.title } }, { force: true })
        await made.catch(ignoring(isFixed ? never : isForbidden))
        return done()
      },
    }),
  })),

  planted('a 404 of an unserved kind is taken for NotFound', 'leak', (isFixed) => ({
    resources: [Site, Plot],
    controllers: sites({
      async reconcile(_, ctx) {
        await ctx.client.apply(Plot, { metadata: blog, spec: { size: 1 } }, { force: true })
        return done()
      },
      finalizer: {
        name: 'planted.example.dev/plot',
        async cleanup(_, ctx) {
          const is404 = (error: unknown) => error instanceof ApiError && error.status === 404
          await ctx.client.delete(Plot, blog).catch(ignoring(isFixed ? isNotFound : is404))
          return done()
        },
      },
    }),
  })),

  planted('a failed Event write skips the work', 'end-state', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const { name, uid } = site.metadata
        const involvedObject = { apiVersion: 'planted.example.dev/v1', kind: 'Site', name, uid, namespace: 'default' }
        const event = { involvedObject, reason: 'Building', message: 'the site is built', type: 'Normal' }
        const told = ctx.client.create(Event, { metadata: { generateName: 'blog-', namespace: 'default' }, ...event })
        const isTold = await told.then(
          () => true,
          () => false,
        )
        if (!isTold && !isFixed) return done()
        await ctx.client.apply(ConfigMap, { metadata: { ...blog, ...ownedBy(site) }, data: {} }, { force: true })
        return done()
      },
    }),
  })),

  planted('an own lock is taken for a foreign one after a lost response', 'end-state', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const lock = { metadata: { ...blog, ...ownedBy(site) }, spec: { holderIdentity: 'sites' } }
        const taken = await ctx.client.create(Lease, lock).catch(ignoring(isAlreadyExists))
        const held = taken ?? (isFixed ? await ctx.client.get(Lease, blog) : undefined)
        if (held?.spec?.holderIdentity !== 'sites') return done() // the lock holder does the work
        await ctx.client.apply(ConfigMap, { metadata: { ...blog, ...ownedBy(site) }, data: {} }, { force: true })
        await ctx.client.delete(Lease, blog)
        return done()
      },
    }),
  })),

  planted('an in-process mutex is not released after a failure', 'end-state', (isFixed) => ({
    controllers: () => {
      let before = Promise.resolve()
      return sites({
        async reconcile(site, ctx) {
          const { promise, next } = turn()
          const isOurTurn = before
          before = promise
          await Promise.race([isOurTurn, ended(ctx.signal)])
          try {
            const metadata = { ...blog, ...ownedBy(site) }
            await ctx.client.apply(ConfigMap, { metadata, data: { title: site.spec.title } }, { force: true })
            next()
          } finally {
            if (isFixed) next()
          }
          return done()
        },
      })
    },
  })),
]

/** Rejects when the reconcile is aborted. */
async function ended(signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
}

function turn() {
  let next = (): void => undefined
  const promise = new Promise<void>((resolve) => (next = resolve))
  return { promise, next }
}
