/** Deletions: objects that stay, come back, or are never released. */
import { isNotFound } from '@kubewright/client'
import { again, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import type { ExploreOptions } from '@kubewright/testing'
import { ignoring } from './crashes-between-writes.ts'
import { ensuring, finalizer, giveBack, nameOf, type Outside, outside } from './external-resources.ts'
import { planted } from './planted-bug.ts'
import { blog, Site, type Site as SiteObject, sites } from './site.ts'

/** Deletes the site's dependency before the site. */
const leansOnSettings: ExploreOptions['scenario'] = async (user) => {
  await user.create(ConfigMap, { metadata: blog, data: { account: 'ours' } })
  await user.create(Site, { metadata: blog, spec: {} })
  await user.delete(ConfigMap, blog)
  await user.delete(Site, blog)
}

/** Machines whose removal takes a while, and restarts with every further request. */
class SlowCloud {
  readonly #machines = new Map<string, { zone: string; looksLeft?: number }>()

  async find(name: string): Promise<{ readonly zone: string; readonly isLeaving: boolean } | undefined> {
    const machine = this.#machines.get(name)
    if (machine?.looksLeft !== undefined && machine.looksLeft-- === 0) this.#machines.delete(name)
    const found = this.#machines.get(name)
    return found && { zone: found.zone, isLeaving: found.looksLeft !== undefined }
  }

  async make(name: string, zone: string): Promise<void> {
    if (!this.#machines.has(name)) this.#machines.set(name, { zone })
  }

  async remove(name: string, zone: string): Promise<void> {
    const machine = this.#machines.get(name)
    if (machine?.zone === zone) machine.looksLeft = 2
  }

  inventory(): unknown {
    return [...this.#machines].map(([name, { zone, looksLeft }]) => `${name} in ${zone}, ${looksLeft ?? 'stays'}`)
  }
}

export const removals = [
  planted('a failed external deletion is taken for done', 'leak', (isFixed) => ({
    outside,
    controllers: (({ cloud }: Outside) =>
      sites({
        finalizer: {
          name: finalizer,
          async cleanup(site) {
            await giveBack(cloud, nameOf(site)).catch(ignoring(() => !isFixed))
            return done()
          },
        },
        reconcile: ensuring(cloud),
      })) as never,
  })),

  planted('cleanup blocks on a dependency that was deleted', 'recovery', (isFixed) => ({
    outside,
    controllers: (({ cloud }: Outside) =>
      sites({
        finalizer: {
          name: finalizer,
          async cleanup(site, ctx) {
            if (!isFixed) await ctx.client.get(ConfigMap, blog)
            await giveBack(cloud, nameOf(site))
            return done()
          },
        },
        async reconcile(site, ctx) {
          if (!isFixed) await ctx.client.get(ConfigMap, blog)
          await cloud.ensure(nameOf(site))
          return done()
        },
      })) as never,
    scenario: leansOnSettings,
  })),

  planted('cleanup skips the external deletion if its settings are gone', 'leak', (isFixed) => ({
    outside,
    controllers: (({ cloud }: Outside) =>
      sites({
        finalizer: {
          name: finalizer,
          async cleanup(site, ctx) {
            const settings = await ctx.client.get(ConfigMap, blog).catch(ignoring(isNotFound))
            if (isFixed || settings?.data?.account !== undefined) await giveBack(cloud, nameOf(site))
            return done()
          },
        },
        reconcile: ensuring(cloud),
      })) as never,
    scenario: leansOnSettings,
  })),

  planted('a repeated deletion request restarts the deletion', 'liveness', (isFixed) => ({
    maxSteps: 300,
    outside: () => ({ slow: new SlowCloud() }),
    controllers: (({ slow }: { readonly slow: SlowCloud }) =>
      sites({
        async reconcile(site: SiteObject) {
          const machine = await slow.find(nameOf(site))
          if (machine === undefined) await slow.make(nameOf(site), site.spec.zone)
          if (machine === undefined || (machine.zone === site.spec.zone && !machine.isLeaving)) return done()
          if (!isFixed || !machine.isLeaving) await slow.remove(nameOf(site), machine.zone)
          return again('1s')
        },
      })) as never,
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { zone: 'a' } })
      await user.patch(Site, blog, { spec: { zone: 'b' } })
    },
  })),
]
