/** Crashes between two writes: the first one claims a state that is not reached, and no later reconcile checks it. */
import { isAlreadyExists, isNotFound } from '@kubewright/client'
import { again, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { comesAndGoes, planted } from './planted-bug.ts'
import { blog, ownedBy, Site, sites } from './site.ts'

const password = { stringData: { password: 'x' } }

export const crashesBetweenWrites = [
  planted('status is written before the change it reports', 'end-state', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        if (site.status?.note === 'adopted' && !isFixed) return done()
        await ctx.client.status.patch(Site, site.metadata, { status: { note: 'adopted' } })
        await ctx.client.patch(ConfigMap, blog, { metadata: { labels: { site: site.metadata.name } } })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(ConfigMap, { metadata: blog, data: {} })
      await user.create(Site, { metadata: blog, spec: {} })
    },
  })),

  planted('the existence of the first child is taken for all children', 'end-state', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap, Secret],
      async reconcile(site, ctx) {
        const metadata = { ...blog, ...ownedBy(site) }
        const isThere = ctx.cache.get(ConfigMap, blog) !== undefined
        if (!isThere) await ctx.client.create(ConfigMap, { metadata, data: { title: site.spec.title } })
        const isNeeded = isFixed ? ctx.cache.get(Secret, blog) === undefined : !isThere
        if (isNeeded) await ctx.client.create(Secret, { metadata, ...password })
        return done()
      },
    }),
  })),

  planted('a counter is incremented before its object is created', 'end-state', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        const number = (site.status?.count ?? 0) + 1
        const metadata = { name: `blog-${number}`, namespace: 'default', ...ownedBy(site) }
        const make = () => ctx.client.create(ConfigMap, { metadata, data: {} }).catch(ignoring(isAlreadyExists))
        if (number > 1) return done()
        if (isFixed) await make()
        await ctx.client.status.patch(Site, site.metadata, { status: { count: number } })
        if (!isFixed) await make()
        return done()
      },
    }),
  })),

  planted('a pending recreation is kept in memory only', 'end-state', (isFixed) => ({
    controllers: () => {
      let isToBeMade = false
      return sites({
        ...(isFixed ? { owns: [ConfigMap] } : {}),
        async reconcile(site, ctx) {
          const metadata = { ...blog, ...ownedBy(site) }
          const map = await ctx.client.get(ConfigMap, blog).catch(ignoring(isNotFound))
          if (map !== undefined && map.data?.title !== site.spec.title) {
            await ctx.client.delete(ConfigMap, blog, isFixed ? { preconditions: { uid: map.metadata.uid } } : {})
            isToBeMade = true
            return again('1s')
          }
          const isFirst = site.status?.note === undefined
          if (map === undefined && (isToBeMade || isFirst || isFixed))
            await ctx.client.create(ConfigMap, { metadata, data: { title: site.spec.title } })
          if (isFirst) await ctx.client.status.patch(Site, site.metadata, { status: { note: 'made' } })
          return done()
        },
      })
    },
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'one' } })
      await user.patch(Site, blog, { spec: { title: 'two' } })
    },
  })),

  planted('the finalizer is removed before cleanup is done', 'leak', (isFixed) => ({
    controllers: sites({
      seesDeletion: true,
      async reconcile(site, ctx) {
        const name = 'planted.example.dev/secret'
        const keep = (finalizers: readonly string[]) =>
          ctx.client.patch(Site, site.metadata, { metadata: { finalizers } })
        const remove = () => ctx.client.delete(Secret, blog).catch(ignoring(isNotFound))
        const isGuarded = site.metadata.finalizers?.includes(name) === true
        if (site.metadata.deletionTimestamp !== undefined) {
          if (!isGuarded) return done()
          if (isFixed) await remove()
          await keep([])
          if (!isFixed) await remove()
          return done()
        }
        if (!isGuarded) await keep([name])
        await ctx.client.create(Secret, { metadata: blog, ...password }).catch(ignoring(isAlreadyExists))
        return done()
      },
    }),
    scenario: comesAndGoes,
  })),
]

/** Ignores errors that match; rethrows all others. */
export function ignoring(means: (error: unknown) => boolean) {
  return (error: unknown): undefined => {
    if (!means(error)) throw error
  }
}
