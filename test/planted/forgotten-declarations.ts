/** Changed declarations that leave an old part behind. */
import { isNotFound } from '@kubewright/client'
import { done } from '@kubewright/controller'
import { ConfigMap, Deployment } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { ignoring } from './crashes-between-writes.ts'
import { comesAndChanges, planted } from './planted-bug.ts'
import { blog, ownedBy, type Site as SiteObject, Site, sites } from './site.ts'

const labels = { app: 'blog' }

function deployment(site: SiteObject, containers: readonly { name: string; image: string }[]) {
  const template = { metadata: { labels }, spec: { containers: [...containers] } }
  return manifest(Deployment, {
    metadata: blog,
    spec: { replicas: site.spec.replicas, selector: { matchLabels: labels }, template },
  })
}

export const forgottenDeclarations = [
  planted('scaling down deletes no surplus objects', 'declaration', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        const { replicas } = site.spec
        const nameOf = (at: number) => ({ name: `blog-${at}`, namespace: 'default' })
        for (let at = 0; at < replicas; at++)
          await ctx.client.apply(
            ConfigMap,
            { metadata: { ...nameOf(at), ...ownedBy(site) }, data: {} },
            { force: true },
          )
        for (let at = replicas; isFixed && ctx.cache.get(ConfigMap, nameOf(at)) !== undefined; at++)
          await ctx.client.delete(ConfigMap, nameOf(at)).catch(ignoring(isNotFound))
        return done()
      },
    }),
    scenario: comesAndChanges,
  })),

  planted('a removed spec field stays in the child', 'declaration', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        const { title, color } = site.spec
        const data = { title, ...(color === undefined ? (isFixed ? { color: null } : {}) : { color }) }
        if (ctx.cache.get(ConfigMap, blog) === undefined)
          await ctx.client.create(ConfigMap, {
            metadata: { ...blog, ...ownedBy(site) },
            data: { title, ...(color === undefined ? {} : { color }) },
          })
        else await ctx.client.patch(ConfigMap, blog, { data: data as never })
        return done()
      },
    }),
    scenario: comesAndChanges,
  })),

  planted('the first value of a field is kept for ever', 'declaration', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        const zone = isFixed ? site.spec.zone : (ctx.cache.get(ConfigMap, blog)?.data?.zone ?? site.spec.zone)
        await ctx.own({ map: manifest(ConfigMap, { metadata: blog, data: { zone } }) })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { zone: 'a' } })
      await user.patch(Site, blog, { spec: { zone: 'b' } })
    },
  })),

  planted('containers are compared by number only', 'declaration', (isFixed) => ({
    controllers: sites({
      owns: [Deployment],
      async reconcile(site, ctx) {
        const containers = [
          { name: 'site', image: 'site' },
          { name: site.spec.title, image: 'sidecar' },
        ]
        const there = ctx.cache.get(Deployment, blog)?.spec?.template.spec?.containers
        if (isFixed || there?.length !== containers.length) await ctx.own({ deployment: deployment(site, containers) })
        return done()
      },
    }),
    scenario: async (user) => {
      await user.create(Site, { metadata: blog, spec: { title: 'backup' } })
      await user.patch(Site, blog, { spec: { title: 'monitor' } })
    },
  })),

  planted('an invalid spec is never read again after its correction', 'declaration', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        const isBroken = site.spec.title.includes('!')
        if (isBroken || (site.status?.note === 'broken' && !isFixed)) {
          if (isFixed) await ctx.own({ map: null })
          await ctx.setStatus({ note: 'broken' })
          return done()
        }
        await ctx.own({ map: manifest(ConfigMap, { metadata: blog, data: { title: site.spec.title } }) })
        await ctx.setStatus({ note: 'fine' })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'fine' } })
      await user.patch(Site, blog, { spec: { title: 'wrong!' } })
      await user.patch(Site, blog, { spec: { title: 'fine again' } })
    },
  })),

  planted('zero replicas are taken for one', 'invariant', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        const { replicas } = site.spec
        const count = isFixed ? replicas : replicas || 1
        await ctx.own({ map: manifest(ConfigMap, { metadata: blog, data: { count: String(count) } }) })
        return done()
      },
    }),
    fixed: ['spec.replicas'], // after a reduction there are too many until the operator reacts
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { replicas: 0 } })
    },
    invariants: [
      {
        name: 'no more copies than declared',
        async check(view) {
          const [[site], [map]] = [await view.list(Site), await view.list(ConfigMap)]
          const [wanted, made] = [site?.spec.replicas ?? 0, Number(map?.data?.count ?? 0)]
          return made > wanted ? `${made} instead of ${wanted}` : undefined
        },
      },
    ],
  })),

  planted('a missing optional field makes every reconcile throw', 'recovery', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        const { color } = site.spec
        const shade = isFixed ? (color?.toUpperCase() ?? 'none') : color!.toUpperCase()
        await ctx.own({ map: manifest(ConfigMap, { metadata: blog, data: { shade } }) })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { color: 'red' } })
    },
    draws: 80, // more values from the schema
  })),
]
