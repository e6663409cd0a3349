/** Long outages, beyond the operator's retries. */
import { again, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { type Cloud, finalizer, giveBack, nameOf, type Outside, outside } from './external-resources.ts'
import { comesAndChanges, planted } from './planted-bug.ts'
import { blog, ownedBy, Site, type Site as SiteObject, sites } from './site.ts'

const begun = 'planted.example.dev/begun'

/** Records the intent, creates the thing, and clears the record. */
async function makeNoted(site: SiteObject, cloud: Cloud, note: (text: string | null) => Promise<unknown>) {
  if ((await cloud.find(nameOf(site))) === undefined) {
    await note('yes')
    await cloud.ensure(nameOf(site))
  } else if (site.metadata.annotations?.[begun] === undefined) return
  await note(null)
}

export const outages = [
  planted('retries end after three failures', 'end-state', (isFixed) => ({
    controllers: () => {
      const failures = new Map<string, number>()
      return sites({
        owns: [ConfigMap],
        async reconcile(site, ctx) {
          const { uid } = site.metadata
          try {
            const metadata = { ...blog, ...ownedBy(site) }
            await ctx.client.apply(ConfigMap, { metadata, data: { title: site.spec.title } }, { force: true })
            failures.delete(uid)
            return done()
          } catch (error) {
            failures.set(uid, (failures.get(uid) ?? 0) + 1)
            if (!isFixed && failures.get(uid)! >= 3) return done()
            throw error
          }
        },
      })
    },
    scenario: comesAndChanges,
  })),

  planted('cleanup waits for ever for a creation that never happened', 'end-state', (isFixed) => ({
    outside,
    controllers: (({ cloud }: Outside) =>
      sites({
        finalizer: {
          name: finalizer,
          async cleanup(site) {
            const id = await cloud.find(nameOf(site))
            if (id !== undefined) await cloud.remove(id)
            else if (!isFixed && site.metadata.annotations?.[begun] !== undefined) return again('5m') // wrong: it may not exist
            return done()
          },
        },
        async reconcile(site, ctx) {
          await makeNoted(site, cloud, (text) =>
            ctx.client.patch(Site, site.metadata, { metadata: { annotations: { [begun]: text } } }),
          )
          return done()
        },
      })) as never,
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'one' } })
      await user.patch(Site, blog, { spec: { title: 'two' } })
      await user.delete(Site, blog)
    },
  })),

  planted('an unreachable external resource is taken for deleted', 'end-state', (isFixed) => ({
    outside,
    controllers: (({ cloud }: Outside) => {
      let silences = 0
      return sites({
        finalizer: {
          name: finalizer,
          async cleanup(site) {
            try {
              await giveBack(cloud, nameOf(site))
              return done()
            } catch (error) {
              if (!isFixed && ++silences >= 4) return done() // wrong: gives up so as not to block the deletion
              throw error
            }
          },
        },
        async reconcile(site) {
          await cloud.ensure(nameOf(site))
          return done()
        },
      })
    }) as never,
  })),
]
