/** Statuses that are not written, not updated, or trusted for too long. */
import { done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { nameOf, type Outside, outside } from './external-resources.ts'
import { planted } from './planted-bug.ts'
import { blog, ownedBy, Site, sites } from './site.ts'

export const statuses = [
  planted('status is sent in a write of the main resource', 'stability', (isFixed) => ({
    outside,
    controllers: (({ cloud }: Outside) =>
      sites({
        async reconcile(site, ctx) {
          if (site.status?.child !== undefined) return done()
          const child = await (isFixed ? cloud.ensure(nameOf(site)) : cloud.make(nameOf(site)))
          if (isFixed) await ctx.client.status.patch(Site, site.metadata, { status: { child } })
          else await ctx.client.patch(Site, site.metadata, { status: { child } } as never)
          return done()
        },
      })) as never,
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
    },
  })),

  planted('status keeps the message of an earlier failure', 'declaration', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const { title } = site.spec
        const isBroken = title.includes('!')
        const wasBroken = site.status?.note !== undefined && site.status.note !== 'fine'
        if (!isFixed && isBroken && wasBroken) return done()
        await ctx.setStatus({ note: isBroken ? `${title} is no title` : 'fine' })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'wrong!' } })
      await user.patch(Site, blog, { spec: { title: 'wrong!!' } })
    },
  })),

  planted('children of the last step are not restored once Ready', 'declaration', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap, Secret],
      async reconcile(site, ctx) {
        const map = manifest(ConfigMap, { metadata: blog, data: { title: site.spec.title } })
        const isReady = site.status?.note === 'ready' && !isFixed
        await ctx.own(
          { map, ...(isReady ? {} : { password: manifest(Secret, { metadata: blog, stringData: {} }) }) },
          { prune: false },
        )
        await ctx.setStatus({ note: 'ready' })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
      await user.delete(Secret, blog)
    },
  })),

  planted('status is cleared before every write', 'stability', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const { resourceVersion } = site.metadata
        const metadata = resourceVersion === undefined ? {} : { resourceVersion } // optimistic concurrency: a stale writer fails
        const write = async (note: string | null, seen: object) =>
          await ctx.client.status.patch(Site, site.metadata, { ...seen, status: { note } } as never)
        if (!isFixed) await write(null, {})
        await write(site.spec.title, isFixed ? { metadata } : {})
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
    },
  })),

  planted('status reports a failure after recovery', 'end-state', (isFixed) => ({
    controllers: sites({
      when: 'any-change', // corrects a late status of another instance
      async reconcile(site, ctx) {
        const metadata = { ...blog, ...ownedBy(site) }
        try {
          await ctx.client.apply(ConfigMap, { metadata, data: { title: site.spec.title } }, { force: true })
        } catch (error) {
          await ctx.setStatus({ note: 'failed' })
          throw error
        }
        if (isFixed || site.status?.note === undefined) await ctx.setStatus({ note: 'fine' })
        return done()
      },
    }),
  })),
]
