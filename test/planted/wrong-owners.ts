/** Objects with the wrong owner or none; and state shared by mistake. */
import { done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { planted } from './planted-bug.ts'
import { blog, ownedBy, shop, Site, sites } from './site.ts'

export const wrongOwners = [
  planted('a foreign object is adopted and deleted with the owner', 'loss', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        if (isFixed) await ctx.setStatus({ note: (await ctx.client.get(ConfigMap, blog)).data?.theirs ?? 'nothing' })
        else await ctx.client.patch(ConfigMap, blog, { metadata: ownedBy(site) })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(ConfigMap, { metadata: blog, data: { theirs: 'yes' } })
      await user.create(Site, { metadata: blog, spec: {} })
      await user.delete(Site, blog)
    },
  })),

  planted('a child without an owner reference is leaked', 'leak', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const metadata = isFixed ? { ...blog, ...ownedBy(site) } : blog
        await ctx.client.apply(Secret, { metadata, stringData: {} }, { force: true })
        return done()
      },
    }),
  })),

  planted('a shared default object is mutated', 'end-state', (isFixed) => ({
    controllers: () => {
      const defaults: Record<string, string> = { language: 'en' }
      return sites({
        owns: [ConfigMap],
        async reconcile(site, ctx) {
          const data = isFixed ? { ...defaults } : defaults
          if (site.spec.color !== undefined) data.color = site.spec.color
          await ctx.own({ map: manifest(ConfigMap, { metadata: { name: site.metadata.name }, data: { ...data } }) })
          return done()
        },
      })
    },
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { color: 'red' } })
      await user.delete(Site, blog)
      await user.create(Site, { metadata: shop, spec: {} })
    },
  })),

  planted('a write is not covered by declared permissions', 'permission', (isFixed) => ({
    permissions: isFixed ? [{ group: '', resource: 'secrets', verbs: ['create', 'patch'] }] : [],
    controllers: sites({
      async reconcile(site, ctx) {
        await ctx.client.apply(Secret, { metadata: { ...blog, ...ownedBy(site) }, stringData: {} }, { force: true })
        return done()
      },
    }),
  })),

  planted('Math.random decides', 'determinism', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        // oxlint-disable-next-line no-restricted-properties -- the mistake
        const seed = isFixed ? site.metadata.uid.slice(0, 4) : Math.random().toString(16).slice(2, 6)
        const data = ctx.cache.get(ConfigMap, blog)?.data ?? { seed }
        await ctx.own({ map: manifest(ConfigMap, { metadata: blog, data }) })
        return done()
      },
    }),
  })),
]
