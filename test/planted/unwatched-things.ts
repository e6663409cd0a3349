/** Changes without a watch event. */
import { isNotFound } from '@kubewright/client'
import { again, done, watch } from '@kubewright/controller'
import { refOf } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import type { ExploreOptions } from '@kubewright/testing'
import { ignoring } from './crashes-between-writes.ts'
import { planted } from './planted-bug.ts'
import { blog, ownedBy, Site, sites } from './site.ts'

/** Becomes ready after three reads. */
class SlowMachine {
  #looks = 0

  async isReady(): Promise<boolean> {
    return ++this.#looks >= 3
  }

  inventory(): readonly string[] {
    return []
  }
}

const changesColor: ExploreOptions['scenario'] = async (user) => {
  await user.create(ConfigMap, { metadata: blog, data: { color: 'red' } })
  await user.create(Site, { metadata: blog, spec: {} })
  await user.patch(ConfigMap, blog, { data: { color: 'blue' } })
}

export const unwatchedThings = [
  planted('a deleted child is not watched', 'stability', (isFixed) => ({
    controllers: sites({
      ...(isFixed ? { owns: [ConfigMap] } : {}),
      async reconcile(site, ctx) {
        await ctx.client.apply(ConfigMap, { metadata: { ...blog, ...ownedBy(site) }, data: {} }, { force: true })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
      await user.delete(ConfigMap, blog)
    },
  })),

  planted('drift of an existing child is not repaired', 'declaration', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        if (!isFixed && ctx.cache.get(ConfigMap, blog) !== undefined) return done()
        await ctx.own({ map: manifest(ConfigMap, { metadata: blog, data: { title: site.spec.title } }) })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'one' } })
      await user.patch(ConfigMap, blog, { data: { title: 'hacked' } })
    },
  })),

  planted('an unready external resource is not polled', 'stability', (isFixed) => ({
    outside: () => ({ machine: new SlowMachine() }),
    controllers: ((outside: { machine: SlowMachine }) =>
      sites({
        when: 'any-change', // corrects a late status of another instance
        async reconcile(_, ctx) {
          const isReady = await outside.machine.isReady()
          await ctx.setStatus({ note: isReady ? 'ready' : 'starting' })
          return isReady || !isFixed ? done() : again('1s')
        },
      })) as never,
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
      await user.patch(Site, blog, { spec: { title: 'two' } })
    },
  })),

  planted('a grandchild is watched by an owner reference it does not have', 'stability', (isFixed) => ({
    controllers: sites({
      owns: isFixed ? [ConfigMap] : [ConfigMap, Secret],
      ...(isFixed ? { watches: [watch(Secret, { requests: ({ metadata }) => [refOf({ metadata })] })] } : {}),
      async reconcile(site, ctx) {
        const map = await ctx.client.apply(ConfigMap, { metadata: { ...blog, ...ownedBy(site) } }, { force: true })
        const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: map.metadata.name, uid: map.metadata.uid }
        const metadata = { ...blog, ownerReferences: [{ ...owner, controller: true }] }
        await ctx.client.apply(Secret, { metadata }, { force: true })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
      await user.delete(Secret, blog)
    },
  })),

  planted('a ConfigMap that is read is not watched', 'stability', (isFixed) => ({
    controllers: sites({
      ...(isFixed ? { watches: [watch(ConfigMap, { requests: ({ metadata }) => [refOf({ metadata })] })] } : {}),
      async reconcile(_, ctx) {
        const theme = await ctx.client.get(ConfigMap, blog).catch(ignoring(isNotFound))
        await ctx.setStatus({ note: theme?.data?.color ?? 'none' })
        return done()
      },
    }),
    scenario: changesColor,
  })),

  planted('a watch predicate is inverted', 'stability', (isFixed) => ({
    controllers: sites({
      watches: [
        watch(ConfigMap, {
          when: (next, previous) => previous === undefined || deepEqual(next.data, previous.data) !== isFixed,
          requests: ({ metadata }) => [refOf({ metadata })],
        }),
      ],
      async reconcile(_, ctx) {
        await ctx.setStatus({ note: ctx.cache.get(ConfigMap, blog)?.data?.color ?? 'none' })
        return done()
      },
    }),
    scenario: changesColor,
  })),

  planted('waiting for one dependency stops all repairs', 'declaration', (isFixed) => ({
    controllers: sites({
      owns: [Secret],
      watches: [watch(ConfigMap, { requests: ({ metadata }) => [refOf({ metadata })] })],
      async reconcile(_, ctx) {
        const isWaiting = ctx.cache.get(ConfigMap, blog) === undefined
        if (isWaiting && !isFixed) return done()
        await ctx.own({ password: manifest(Secret, { metadata: blog, stringData: {} }) })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(ConfigMap, { metadata: blog, data: {} })
      await user.create(Site, { metadata: blog, spec: {} })
      await user.delete(ConfigMap, blog)
      await user.delete(Secret, blog)
    },
  })),
]
