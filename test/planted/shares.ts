/** The distribution of work: disagreement about shares, and members wrongly included or excluded. */
import { again, defineController, done, watch } from '@kubewright/controller'
import { deepEqual } from '@kubewright/core/json'
import { ConfigMap } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { defineAdmission } from '@kubewright/webhook'
import { z } from 'zod'
import { planted } from './planted-bug.ts'
import { blog, ownedBy, Site, sites } from './site.ts'

const tenMinutesMs = 600_000

/** A cluster-scoped resource that spans the sites of all namespaces. */
const Domain = defineResource({
  group: 'planted.example.dev',
  version: 'v1',
  kind: 'Domain',
  scope: 'Cluster',
  spec: z.object({}),
})

/** By the parity of the key's length. */
const shareOf = (key: string) => (key.length % 2 === 0 ? 'a' : 'b')

export const shares = [
  planted('a lease holder with a slow clock is taken for dead', 'invariant', (isFixed) => ({
    controllers: () => {
      const seen = { renewed: '', at: 0 }
      return [
        defineController({
          name: 'takes-over',
          for: ConfigMap,
          scope: { labels: 'lease' },
          async reconcile({ metadata, data = {} }, ctx) {
            const { renewed = '', holder } = data
            if (seen.renewed !== renewed) Object.assign(seen, { renewed, at: ctx.clock.elapsed() })
            const now = isFixed ? ctx.clock.elapsed() : ctx.now().getTime()
            const silentMs = now - (isFixed ? seen.at : new Date(renewed).getTime())
            if (holder === 'me') return done()
            if (silentMs < tenMinutesMs) return again(tenMinutesMs - silentMs)
            await ctx.client.patch(ConfigMap, metadata, { data: { holder: 'me' } })
            return done()
          },
        }),
      ]
    },
    async scenario(user) {
      const renewed = (minute: number) => `2020-01-01T00:0${minute}:00Z` // a clock years behind, but alive
      const data = { holder: 'other', renewed: renewed(0) }
      await user.create(ConfigMap, { metadata: { ...blog, labels: { lease: 'yes' } }, data })
      await user.patch(ConfigMap, blog, { data: { renewed: renewed(1) } })
    },
    invariants: [
      {
        name: 'what is renewed stays whose it is',
        async check(view) {
          const taken = (await view.list(ConfigMap)).find(({ data }) => data?.holder === 'me')
          return taken && 'it was taken'
        },
      },
    ],
  })),

  planted('a lease without renewTime never expires', 'scenario', (isFixed) => ({
    controllers: () => {
      let seenAt: number | undefined
      return [
        defineController({
          name: 'takes-over',
          for: ConfigMap,
          scope: { labels: 'lease' },
          async reconcile({ metadata, data = {} }, ctx) {
            if (data.holder === 'me') return done()
            seenAt ??= ctx.clock.elapsed()
            const silentMs = isFixed ? ctx.clock.elapsed() - seenAt : ctx.now().getTime() - Date.parse(data.renewed!)
            if (silentMs >= tenMinutesMs) await ctx.client.patch(ConfigMap, metadata, { data: { holder: 'me' } })
            return again('1m')
          },
        }),
      ]
    },
    patience: '12m',
    async scenario(user) {
      await user.create(ConfigMap, { metadata: { ...blog, labels: { lease: 'yes' } }, data: { holder: 'other' } })
      const { data } = await user.get(ConfigMap, blog)
      if (data?.holder !== 'me') throw new Error('nobody has taken over')
    },
  })),

  planted('hash-ring keys of two names collide', 'end-state', (isFixed) => ({
    controllers: sites({
      watches: [watch(ConfigMap, { requests: () => [blog] })],
      async reconcile(_, ctx) {
        const names = ctx.cache.list(ConfigMap, { labels: 'node' }).map(({ metadata }) => metadata.name)
        const separator = isFixed ? '#' : ''
        const places = names.flatMap((name) => [1, 11].map((at) => [`${name}${separator}${at}`, name] as const))
        const ring = new Map<string, string>(places)
        const [, place = ''] = [...ring.keys()].sort() // the site's place on the ring
        await ctx.setStatus({ child: ring.get(place) ?? 'nobody' })
        return done()
      },
    }),
    async scenario(user) {
      const labels = { node: 'yes' }
      await user.create(Site, { metadata: blog, spec: {} })
      await user.create(ConfigMap, { metadata: { name: 'op-11', namespace: 'default', labels } })
      await user.create(ConfigMap, { metadata: { name: 'op-1', namespace: 'default', labels } })
    },
  })),

  planted('children of a cluster-scoped owner get another shard', 'recovery', (isFixed) => ({
    resources: [Domain],
    controllers: ['a', 'b'].map((me) =>
      defineController({
        name: me,
        for: Domain,
        owns: [ConfigMap],
        async reconcile({ metadata: { name, uid } }, ctx) {
          if (shareOf(`/${name}`) !== me) return done()
          const children = ctx.cache.list(ConfigMap, { labels: `shard=${me}` })
          if (children.length > 0) return done()
          const owner = { apiVersion: 'planted.example.dev/v1', kind: 'Domain', name, uid, controller: true }
          const labels = { shard: shareOf(isFixed ? `/${name}` : `default/${name}`) }
          const metadata = { name, namespace: 'default', labels, ownerReferences: [owner] }
          await ctx.client.create(ConfigMap, { metadata, data: {} })
          return done()
        },
      }),
    ),
    async scenario(user) {
      await user.create(Domain, { metadata: { name: 'example' }, spec: {} })
    },
  })),

  planted('admission refuses objects with generateName', 'scenario', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        await ctx.client.apply(ConfigMap, { metadata: { ...blog, ...ownedBy(site) }, data: {} }, { force: true })
        return done()
      },
    }),
    webhooks: [
      defineAdmission({
        for: Site,
        name: 'sites.planted.example.dev',
        fill({ metadata }) {
          if (metadata.name === undefined && !isFixed) throw new Error('without a name there is no share')
          return metadata.name === undefined ? {} : { metadata: { labels: { shard: shareOf(metadata.name) } } }
        },
      }),
    ],
    async scenario(user) {
      await user.create(Site, { metadata: { generateName: 'blog-', namespace: 'default' }, spec: {} })
    },
  })),

  planted('objects that leave the selection keep their shard label', 'declaration', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        const isSelected = site.spec.isOpen
        const mark = { metadata: { ...blog, ...ownedBy(site) }, data: { shard: shareOf(site.metadata.name) } }
        const there = ctx.cache.get(ConfigMap, blog)
        if (isSelected && !deepEqual(there?.data, mark.data)) await ctx.client.apply(ConfigMap, mark, { force: true })
        if (!isSelected && isFixed && there !== undefined)
          await ctx.client.delete(ConfigMap, blog, { preconditions: { uid: there.metadata.uid } })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { isOpen: true } })
      await user.patch(Site, blog, { spec: { isOpen: false } })
    },
  })),
]
