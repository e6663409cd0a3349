/** External resources: there is no garbage collection for leaks. */
import { done } from '@kubewright/controller'
import { planted } from './planted-bug.ts'
import { blog, Site, type Site as SiteObject, sites } from './site.ts'

/** A cloud whose operations take effect at once. */
export class Cloud {
  readonly #machines = new Map<string, string>()
  #made = 0

  async make(name: string): Promise<string> {
    const id = `machine-${++this.#made}`
    this.#machines.set(id, name)
    return id
  }

  /** Creates it unless it exists. Idempotent. */
  async ensure(name: string): Promise<string> {
    return (await this.find(name)) ?? (await this.make(name))
  }

  async find(name: string): Promise<string | undefined> {
    return [...this.#machines].find(([, one]) => one === name)?.[0]
  }

  async remove(id: string): Promise<void> {
    this.#machines.delete(id)
  }

  inventory(): readonly string[] {
    return [...this.#machines.values()].sort()
  }
}

export type Outside = { readonly cloud: Cloud }
export const outside = () => ({ cloud: new Cloud() })
export const nameOf = ({ metadata }: SiteObject) => `${metadata.namespace}/${metadata.name}`
export const finalizer = 'planted.example.dev/machine'

export async function giveBack(cloud: Cloud, name: string): Promise<void> {
  const id = await cloud.find(name)
  if (id !== undefined) await cloud.remove(id)
}

/** A reconcile that only ensures that the site has a machine. */
export function ensuring(cloud: Cloud) {
  return async (site: SiteObject) => {
    await cloud.ensure(nameOf(site))
    return done()
  }
}

export const externalResources = [
  planted('an external id is stored only after the create call', 'end-state', (isFixed) => ({
    outside,
    controllers: (({ cloud }: Outside) =>
      sites({
        finalizer: {
          name: finalizer,
          async cleanup(site) {
            const id = isFixed ? await cloud.find(nameOf(site)) : site.status?.child
            if (id !== undefined) await cloud.remove(id)
            return done()
          },
        },
        async reconcile(site, ctx) {
          if (site.status?.child !== undefined) return done()
          const child = await (isFixed ? cloud.ensure(nameOf(site)) : cloud.make(nameOf(site)))
          await ctx.client.status.patch(Site, site.metadata, { status: { child } })
          return done()
        },
      })) as never,
  })),

  planted('external ids are kept in memory only', 'end-state', (isFixed) => ({
    outside,
    controllers: (({ cloud }: Outside) => {
      const known = new Map<string, string>()
      return sites({
        finalizer: {
          name: finalizer,
          async cleanup(site) {
            const id = isFixed ? await cloud.find(nameOf(site)) : known.get(site.metadata.uid)
            if (id !== undefined) await cloud.remove(id)
            return done()
          },
        },
        async reconcile(site) {
          const id = isFixed ? await cloud.ensure(nameOf(site)) : known.get(site.metadata.uid)
          known.set(site.metadata.uid, id ?? (await cloud.make(nameOf(site))))
          return done()
        },
      })
    }) as never,
  })),

  planted('an external resource without a finalizer is leaked', 'leak', (isFixed) => ({
    outside,
    controllers: (({ cloud }: Outside) =>
      sites({
        ...(isFixed
          ? {
              finalizer: {
                name: finalizer,
                async cleanup(site: SiteObject) {
                  await giveBack(cloud, nameOf(site))
                  return done()
                },
              },
            }
          : {}),
        reconcile: ensuring(cloud),
      })) as never,
  })),

  planted('external names lack the namespace', 'stability', (isFixed) => ({
    outside,
    controllers: (({ cloud }: Outside) => {
      const machineOf = (site: SiteObject) => (isFixed ? nameOf(site) : site.metadata.name)
      return sites({
        finalizer: {
          name: finalizer,
          async cleanup(site) {
            await giveBack(cloud, machineOf(site))
            return done()
          },
        },
        async reconcile(site) {
          await cloud.ensure(machineOf(site))
          return done()
        },
      })
    }) as never,
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
      await user.create(Site, { metadata: { ...blog, namespace: 'kube-public' }, spec: {} })
      await user.delete(Site, blog)
    },
  })),
]
