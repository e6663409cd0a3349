/** Objects shared with other writers: their fields and their ownership. */
import { isConflict, isNotFound } from '@kubewright/client'
import { done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { ignoring } from './crashes-between-writes.ts'
import { planted } from './planted-bug.ts'
import { blog, ownedBy, Site, shop, sites } from './site.ts'

export const sharedObjects = [
  planted('a preserved ConfigMap is not restored after its deletion', 'recovery', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        const isKept = site.status?.note !== undefined
        const map = await ctx.client
          .get(ConfigMap, blog)
          .catch(ignoring((error) => isNotFound(error) && (isFixed || !isKept)))
        if (map === undefined)
          await ctx.client.create(ConfigMap, { metadata: { ...blog, ...ownedBy(site) }, data: { kept: 'yes' } })
        if (!isKept) await ctx.client.status.patch(Site, site.metadata, { status: { note: 'yes' } })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
      await user.delete(ConfigMap, blog)
    },
  })),

  planted('an update drops fields of the object that it does not know', 'invariant', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const map = await ctx.client.get(ConfigMap, blog)
        if (map.data?.title === site.spec.title) return done()
        const rest = isFixed ? map : { metadata: map.metadata }
        await ctx.client.update(ConfigMap, { ...rest, data: { ...map.data, title: site.spec.title } })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(ConfigMap, { metadata: blog, binaryData: { logo: 'bG9nbw==' } })
      await user.create(Site, { metadata: blog, spec: {} })
    },
    invariants: [
      {
        name: 'the logo stays',
        async check(view) {
          const [map] = await view.list(ConfigMap)
          return map === undefined || map.binaryData?.logo !== undefined ? undefined : 'it is gone'
        },
      },
    ],
  })),

  planted('a stale decision is retried with a fresh resourceVersion', 'end-state', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const annotations = { 'planted.example.dev/title': site.spec.title }
        if (site.metadata.annotations?.['planted.example.dev/title'] === site.spec.title) return done()
        const decided = { ...site, metadata: { ...site.metadata, annotations } }
        await ctx.client.update(Site, decided).catch(async (error: unknown) => {
          if (isFixed || !isConflict(error)) throw error
          const { resourceVersion } = (await ctx.client.get(Site, site.metadata)).metadata
          await ctx.client.update(Site, {
            ...decided,
            metadata: { ...decided.metadata, resourceVersion: resourceVersion! },
          })
        })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'one' } })
      await user.patch(Site, blog, { spec: { title: 'two' } })
    },
  })),

  planted('an owner reference lacks the API group', 'leak', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const [owner] = ownedBy(site).ownerReferences
        const ownerReferences = [isFixed ? owner! : { ...owner!, apiVersion: 'v1' }] // without its group
        await ctx.client.apply(ConfigMap, { metadata: { ...blog, ownerReferences }, data: {} }, { force: true })
        return done()
      },
    }),
  })),

  planted('two owners replace each other in one child', 'stability', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const name = isFixed ? site.metadata.name : 'shared'
        const { ownerReferences } = ownedBy(site)
        const metadata = { name, namespace: 'default', ownerReferences }
        await ctx.client.create(ConfigMap, { metadata, data: {} }).catch(async (error: unknown) => {
          if (!isConflict(error) && (error as { code?: string }).code === undefined) throw error
          await ctx.client.patch(ConfigMap, metadata, { metadata: { ownerReferences } })
        })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
      await user.create(Site, { metadata: shop, spec: {} })
      await user.delete(Site, shop)
    },
  })),

  planted('a permission is matched as a substring', 'loss', (isFixed) => ({
    controllers: sites({
      finalizer: {
        name: 'planted.example.dev/map',
        async cleanup(site, ctx) {
          const may = site.spec.title // the permitted actions on the site's object
          const mayRemove = isFixed ? may.split(' ').includes('delete') : may.includes('d')
          if (mayRemove) await ctx.client.delete(ConfigMap, blog).catch(ignoring(isNotFound))
          return done()
        },
      },
      reconcile: async () => done(),
    }),
    async scenario(user) {
      await user.create(ConfigMap, { metadata: blog, data: {} })
      await user.create(Site, { metadata: blog, spec: { title: 'read' } })
      await user.delete(Site, blog)
    },
  })),
]
