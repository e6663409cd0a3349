/** Operators with unnecessary writes. */
import { isNotFound } from '@kubewright/client'
import { again, defineController, done } from '@kubewright/controller'
import { deepEqual } from '@kubewright/core/json'
import { ConfigMap } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { ignoring } from './crashes-between-writes.ts'
import { planted } from './planted-bug.ts'
import { blog, ownedBy, Site, sites } from './site.ts'

const key = 'planted.example.dev/seen'

export const needlessWrites = [
  planted('a status that changes with every reconcile triggers the next', 'liveness', (isFixed) => ({
    maxSteps: 300,
    controllers: () => {
      let looks = 0
      return sites({
        when: 'any-change',
        async reconcile(site, ctx) {
          const count = isFixed ? site.spec.title.length : ++looks
          await ctx.client.request({
            method: 'PATCH',
            path: `/apis/planted.example.dev/v1/namespaces/default/sites/${site.metadata.name}/status`,
            headers: { 'content-type': 'application/merge-patch+json' },
            body: JSON.stringify({ status: { count } }),
          } as never)
          return isFixed ? done() : again('1s')
        },
      })
    },
  })),

  planted('two controllers apply the same field', 'liveness', (isFixed) => ({
    maxSteps: 300,
    controllers: ['red', 'blue'].map((color) =>
      defineController({
        name: color,
        for: Site,
        owns: [ConfigMap],
        async reconcile(site, ctx) {
          const name = isFixed ? color : 'blog'
          const metadata = { name, namespace: 'default', ...ownedBy(site) }
          await ctx.client.apply(ConfigMap, { metadata, data: { color } }, { force: true, fieldManager: color })
          return done()
        },
      }),
    ),
  })),

  planted('a timestamp is written with every reconcile', 'stability', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const annotations = { [key]: isFixed ? site.spec.title : `${ctx.now().getTime()} ${ctx.reconcileId}` }
        await ctx.client.patch(Site, site.metadata, { metadata: { annotations } })
        return done()
      },
    }),
  })),

  planted('a list is written in another order with every reconcile', 'stability', (isFixed) => ({
    controllers: () => {
      let looks = 0
      return sites({
        owns: [ConfigMap],
        async reconcile(_, ctx) {
          const names = ['a', 'b', 'c']
          const turned = isFixed ? names : [...names.slice(looks++ % 3), ...names].slice(0, 3)
          await ctx.own({ map: manifest(ConfigMap, { metadata: blog, data: { names: turned.join() } }) })
          return done()
        },
      })
    },
  })),

  planted('one apply of a reconcile undoes the other', 'stability', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const own = { metadata: { ...blog, ...ownedBy(site) }, data: { title: site.spec.title } }
        const whole = { ...own, data: { ...own.data, password: 'x' } }
        await ctx.client.apply(ConfigMap, isFixed ? whole : own, { force: true })
        if (!isFixed) await ctx.client.apply(ConfigMap, whole, { force: true })
        return done()
      },
    }),
  })),

  planted('undefined and an empty map are compared as different', 'liveness', (isFixed) => ({
    maxSteps: 300,
    controllers: sites({
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        const { color } = site.spec
        const data = color === undefined ? {} : { color }
        const map = ctx.cache.get(ConfigMap, blog)
        const isSame = map !== undefined && deepEqual(isFixed ? (map.data ?? {}) : map.data, data)
        if (isSame) return done()
        if (map === undefined) await ctx.client.create(ConfigMap, { metadata: { ...blog, ...ownedBy(site) }, data })
        else await ctx.client.delete(ConfigMap, blog, { preconditions: { uid: map.metadata.uid } })
        return again('1s')
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
    },
  })),

  planted('a reconcile sleeps with setTimeout', 'determinism', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        const map = await ctx.client.get(ConfigMap, blog).catch(ignoring(isNotFound))
        if (map !== undefined) return done()
        const isFirst = ctx.reasons.every(({ type }) => type !== 'again')
        if (isFixed && isFirst) return again('2s')
        // oxlint-disable-next-line no-restricted-globals -- the mistake
        if (!isFixed) await new Promise((resolve) => setTimeout(resolve, 2_000))
        await ctx.client.apply(ConfigMap, { metadata: { ...blog, ...ownedBy(site) }, data: {} }, { force: true })
        return done()
      },
    }),
  })),
]
