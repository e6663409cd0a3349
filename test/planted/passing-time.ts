/** Operators that depend on time, and unusable values. */
import { again, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { PersistentVolumeClaim } from '@kubewright/kubernetes/core/v1'
import { comesAndGoes, planted } from './planted-bug.ts'
import { ownedBy, Site, blog, sites } from './site.ts'

const hourMs = 3_600_000
const storage = { accessModes: ['ReadWriteOnce' as const], resources: { requests: { storage: '1Gi' } } }

export const passingTime = [
  planted('a due time in memory is lost by a restart', 'end-state', (isFixed) => ({
    controllers: () => {
      let due: number | undefined
      return sites({
        async reconcile(site, ctx) {
          const now = ctx.clock.now()
          const hour = Math.floor(now / hourMs) * hourMs
          // The bug keeps the due time in memory, which a restart loses.
          const isDue = isFixed ? site.status?.count !== hour : due !== undefined && now >= due
          due = hour + hourMs
          if (isDue) {
            const metadata = { ...blog, ...ownedBy(site) }
            await ctx.client.apply(ConfigMap, { metadata, data: { hour: `${hour}` } }, { force: true })
            await ctx.client.status.patch(Site, site.metadata, { status: { count: hour } })
          }
          return again(due - now)
        },
      })
    },
    ignore: ['status.count'],
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
      await user.wait('90m')
    },
  })),

  planted('a recorded intent is taken for completion on the retry', 'end-state', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const metadata = { ...blog, ...ownedBy(site) }
        const wanted = { metadata, data: { title: site.spec.title } }
        const made = await ctx.client.apply(ConfigMap, wanted, { force: true }).then(
          () => true,
          () => false,
        )
        // Retries in ten minutes. The bug takes its own recorded intent for completion.
        if (made || (!isFixed && site.status?.note === site.spec.title)) return done()
        await ctx.client.status.patch(Site, site.metadata, { status: { note: site.spec.title } })
        return again('10m')
      },
    }),
    ignore: ['status'],
  })),

  planted('a PersistentVolumeClaim without an owner is leaked', 'leak', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const metadata = { ...blog, ...(isFixed ? ownedBy(site) : {}) }
        await ctx.client.apply(PersistentVolumeClaim, { metadata, spec: storage }, { force: true })
        return done()
      },
    }),
    scenario: comesAndGoes,
  })),

  planted('a part of a refused spec is applied', 'declaration', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const { title, color = '' } = site.spec
        const isBad = title === '' || title.length > 40
        const metadata = { ...blog, ...ownedBy(site) }
        const before = ctx.cache.get(ConfigMap, blog)?.data
        // Keeps the last good state. The bug still takes over the first field.
        const data = isBad ? { ...before, ...(isFixed || before === undefined ? {} : { title }) } : { title, color }
        await ctx.client.apply(ConfigMap, { metadata, data }, { force: true })
        const note = isBad ? 'Refused' : 'Served'
        if (site.status?.note !== note) await ctx.client.status.patch(Site, site.metadata, { status: { note } })
        return done()
      },
      owns: [ConfigMap],
    }),
    keepsLastGood: ({ status }) => status?.note === 'Refused',
    strategies: ['declarations'],
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'one' } })
      await user.patch(Site, blog, { spec: { title: '', color: 'red' } })
      await user.patch(Site, blog, { spec: { title: 'three' } })
    },
  })),
]
