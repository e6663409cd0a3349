/** Stale views, and states that were never observed. */
import { isNotFound } from '@kubewright/client'
import { again, defineController, done, watch } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { ignoring } from './crashes-between-writes.ts'
import { planted } from './planted-bug.ts'
import { blog, ownedBy, Site, sites } from './site.ts'

export const staleCaches = [
  planted('objects missing in a stale cache are deleted', 'loss', (isFixed) => ({
    controllers: [
      defineController({
        name: 'sweeper',
        for: ConfigMap,
        scope: { labels: 'site' },
        watches: [watch(Site, { requests: (site) => [{ ...blog, name: site.metadata.name }] })],
        async reconcile(map, ctx) {
          const isKnown = ctx.cache.get(Site, map.metadata) !== undefined
          const isThere = isFixed
            ? (await ctx.client.get(Site, map.metadata).catch(ignoring(isNotFound))) !== undefined
            : isKnown
          if (!isThere && !isKnown) await ctx.client.delete(ConfigMap, map.metadata)
          return done()
        },
      }),
    ],
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
      await user.create(ConfigMap, { metadata: { ...blog, labels: { site: 'blog' } }, data: {} })
    },
  })),

  planted('observed events are counted as changes', 'end-state', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const { title } = site.spec
        if (site.status?.note === title) return done()
        const count = isFixed ? {} : { count: (site.status?.count ?? 0) + 1 }
        const { resourceVersion } = site.metadata // optimistic concurrency: a stale writer fails
        const metadata = resourceVersion === undefined ? {} : { resourceVersion }
        await ctx.client.status.patch(Site, site.metadata, { metadata, status: { note: title, ...count } })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'one' } })
      await user.patch(Site, blog, { spec: { title: 'two' } })
      await user.patch(Site, blog, { spec: { title: 'three' } })
    },
  })),

  planted('a recreated owner is identified by name only', 'end-state', (isFixed) => ({
    controllers: sites({
      ...(isFixed ? { owns: [Secret] } : {}),
      async reconcile(site, ctx) {
        // The Secret of a deleted and recreated site belongs to the old one, and is garbage collected with it.
        const found = await ctx.client.get(Secret, blog).catch(ignoring(isNotFound))
        const isOurs = found?.metadata.ownerReferences?.some(({ uid }) => uid === site.metadata.uid) === true
        if (found !== undefined && !isOurs && isFixed) return again('1s')
        if (found === undefined)
          await ctx.client.create(Secret, { metadata: { ...blog, ...ownedBy(site) }, stringData: {} })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'one' } })
      await user.delete(Site, blog)
      await user.create(Site, { metadata: blog, spec: { title: 'two' } })
    },
  })),
]
