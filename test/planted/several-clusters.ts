/** Operators over several clusters that confuse them, or skip one for good after an outage. */
import { again, done } from '@kubewright/controller'
import { isKubewrightError } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes'
import type { ExploreOptions } from '@kubewright/testing'
import { ignoring } from './crashes-between-writes.ts'
import { planted } from './planted-bug.ts'
import { blog, Site, sites } from './site.ts'

const clusters = ['east', 'west']

/** Sites of the same name in several clusters, changed and deleted. */
const sameNames: ExploreOptions['scenario'] = async (user) => {
  await user.at('east').create(Site, { metadata: blog, spec: { title: 'one' } })
  await user.at('west').create(Site, { metadata: blog, spec: { title: 'one' } })
  await user.at('east').patch(Site, blog, { spec: { title: 'two' } })
}

export const severalClusters = [
  planted('a memory of writes is keyed without the cluster', 'end-state', (isFixed) => ({
    clusters,
    scenario: sameNames,
    controllers: () => {
      const written = new Map<string, string>()
      return sites({
        clusters: 'remote',
        async reconcile({ metadata, spec: { title } }, { cluster, client }) {
          const key = isFixed ? `${cluster.name}/${metadata.name}` : metadata.name
          if (written.get(key) === title) return done()
          await client.status.patch(Site, metadata, { status: { note: title } })
          written.set(key, title)
          return done()
        },
      })
    },
  })),

  planted('a remote status is written in the home cluster', 'invariant', (isFixed) => ({
    clusters,
    controllers: sites({
      clusters: 'each',
      async reconcile({ metadata, spec: { title }, status }, ctx) {
        if (status?.note === title) return done()
        const client = isFixed ? ctx.client : ctx.clusters.home.client
        await client.status.patch(Site, metadata, { status: { note: title } })
        return done()
      },
    }),
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'home' } })
      await user.at('east').create(Site, { metadata: blog, spec: { title: 'east' } })
    },
    invariants: [
      {
        name: 'notes are those of their own cluster',
        in: 'scenario',
        async check(view) {
          const [site] = await view.list(Site)
          const note = site?.status?.note
          return note === undefined || note === site?.spec.title ? undefined : `the site at home has the note ${note}`
        },
      },
    ],
  })),

  planted('an unreachable cluster is skipped without a retry', 'end-state', (isFixed) => ({
    clusters: ['east'],
    controllers: sites({
      async reconcile({ metadata, spec: { title } }, ctx) {
        const copy = { metadata: { ...blog, name: metadata.name }, data: { title } }
        const written = ctx.clusters.find('east')?.client.apply(ConfigMap, copy, { signal: ctx.signal })
        await written?.catch(ignoring(isFixed ? never : isKubewrightError))
        return isFixed ? again('20s') : done() // the copy is not watched, so it is polled
      },
    }),
    strategies: ['outages'],
    keeps: [ConfigMap],
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'one' } })
      await user.patch(Site, blog, { spec: { title: 'two' } })
      await user.patch(Site, blog, { spec: { title: 'three' } })
    },
  })),
]

function never(): boolean {
  return false
}
