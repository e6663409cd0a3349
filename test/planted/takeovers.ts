/** Two instances: a slow one, and one that took over. */
import { isNotFound } from '@kubewright/client'
import { done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { ignoring } from './crashes-between-writes.ts'
import { planted } from './planted-bug.ts'
import { blog, ownedBy, shop, Site, sites } from './site.ts'

export const takeovers = [
  planted('a late write replaces a newer child', 'end-state', (isFixed) => ({
    controllers: sites({
      ...(isFixed ? { owns: [ConfigMap] } : {}),
      async reconcile(site, ctx) {
        const data = { title: site.spec.title }
        const found = await ctx.client.get(ConfigMap, blog).catch(ignoring(isNotFound))
        if (found === undefined) await ctx.client.create(ConfigMap, { metadata: { ...blog, ...ownedBy(site) }, data })
        else if (found.data?.title !== data.title) await ctx.client.patch(ConfigMap, blog, { data })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'one' } })
      await user.patch(Site, blog, { spec: { title: 'two' } })
      await user.patch(Site, blog, { spec: { title: 'three' } })
    },
  })),

  planted('a late status write replaces a newer one', 'end-state', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const { title } = site.spec
        if (site.status?.note === title) return done()
        const { resourceVersion } = site.metadata
        const seen = isFixed && resourceVersion !== undefined ? { metadata: { resourceVersion } } : {}
        await ctx.client.status.patch(Site, site.metadata, { ...seen, status: { note: title } })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'one' } })
      await user.patch(Site, blog, { spec: { title: 'two' } })
    },
  })),

  planted('ports are allocated from a counter in memory', 'invariant', (isFixed) => ({
    controllers: () => {
      let next = 8000
      return sites({
        async reconcile(site, ctx) {
          if (site.status?.count !== undefined) return done()
          const { items } = await ctx.client.list(Site, { namespace: 'default' })
          const own = items.find(({ metadata }) => metadata.uid === site.metadata.uid)
          if (isFixed && own?.status?.count !== undefined) return done() // the cache of a standby may be stale
          const taken = items.map(({ status }) => status?.count ?? 0)
          const count = isFixed ? Math.max(7999, ...taken) + 1 : next++
          await ctx.client.status.patch(Site, site.metadata, { status: { count } })
          return done()
        },
      })
    },
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
      await user.create(Site, { metadata: shop, spec: {} })
    },
    ignore: ['status.count'], // after an outage the second site may get its port first
    invariants: [
      {
        name: 'a port of its own for each',
        async check(view) {
          const ports = (await view.list(Site)).flatMap(({ status }) => status?.count ?? [])
          return new Set(ports).size === ports.length ? undefined : `${ports.join(' and ')} are the same`
        },
      },
    ],
  })),
]
