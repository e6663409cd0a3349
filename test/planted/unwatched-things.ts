/** Things that change, and nobody is told. */
import { again, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { planted } from './planted-bug.ts'
import { blog, ownedBy, Site, sites } from './site.ts'

/** Becomes ready after it has been looked at three times. */
class SlowMachine {
  #looks = 0

  async isReady(): Promise<boolean> {
    return ++this.#looks >= 3
  }

  inventory(): readonly string[] {
    return []
  }
}

export const unwatchedThings = [
  planted('a child that is deleted is not missed', 'stability', (isFixed) => ({
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

  planted('drift is repaired only where something is missing', 'declaration', (isFixed) => ({
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

  planted('what is not ready yet is not looked at again', 'stability', (isFixed) => ({
    outside: () => ({ machine: new SlowMachine() }),
    controllers: ((outside: { machine: SlowMachine }) =>
      sites({
        when: 'any-change', // a late status of another instance is set right
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
]
