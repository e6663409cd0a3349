/** Random events at random times; once they stop, the state must converge. */
import { seededRandom } from '@kubewright/core/testing'
import { ConfigMap, Deployment, Ingress, ignoreNotFound, Service } from 'kubewright'
import { describe, expect, it } from 'vitest'
import { childrenOf } from './children.ts'
import { skipWorkloadLabel } from './names.ts'
import { serverNameOf } from './server-name.ts'
import { defaultHosting } from './settings.ts'
import { type Hosting, startHosting } from './testing/hosting.ts'
import { Theme } from './theme.ts'
import { Website } from './website.ts'
import { websites } from './websites.ts'

const names = ['blog', 'shop', 'wiki', 'home']
const themes = ['exciting', 'lovely', 'quiet']
const colors = ['red', '#0a0', 'rgb(1 2 3)', 'gold']
const childKinds = [ConfigMap, Deployment, Service, Ingress] as const

type Picker = <One>(from: readonly One[]) => One
type Step = (hosting: Hosting, pick: Picker) => Promise<unknown>

const place = (name: string) => ({ name, namespace: 'default' })
const ignore = () => undefined

/** Events from users, the network and the process itself. */
const steps: Readonly<Record<string, Step>> = {
  create: ({ cluster }, pick) =>
    cluster.client.create(Website, { metadata: place(pick(names)), spec: { theme: pick(themes) } }).catch(ignore),
  delete: ({ cluster }, pick) =>
    cluster.client
      .delete(Website, place(pick(names)), { propagationPolicy: pick(['Background', 'Foreground'] as const) })
      .catch(ignore),
  rename: ({ cluster }, pick) =>
    cluster.client
      .patch(Website, place(pick(names)), { spec: { theme: pick([...themes, null]), title: pick(['a', 'b', null]) } })
      .catch(ignore),
  skip: ({ cluster }, pick) =>
    cluster.client
      .patch(Website, place(pick(names)), { metadata: { labels: { [skipWorkloadLabel]: pick(['', null]) } } })
      .catch(ignore),
  recolor: ({ cluster }, pick) =>
    cluster.client.apply(
      Theme,
      { metadata: { name: pick(themes) }, spec: { color: pick(colors), fontFamily: 'serif' } },
      { force: true },
    ),
  retire: ({ cluster }, pick) => cluster.client.delete(Theme, { name: pick(themes) }).catch(ignore),
  vandalise: ({ cluster }, pick) => vandalise(cluster, pick),
  fail: async ({ cluster: { faults } }, pick) => {
    const match = { verb: 'apply' as const, kind: pick([...childKinds, Website]), times: 2 }
    return pick([() => faults.fail(match, 500), () => faults.dropResponse(match), () => faults.fail(match, 409)])()
  },
  unplug: async ({ cluster: { faults } }, pick) =>
    pick([() => faults.closeWatches({}), () => faults.closeWatches({}, 410), () => faults.compact()])(),
  // With a stale cache, a careless controller recreates objects that others have deleted.
  deafen: async (hosting, pick) => {
    const { cluster } = hosting
    using _ = cluster.faults.pauseWatches({ kind: pick([...childKinds, Website, Theme]) })
    await steps['delete']!(hosting, pick)
    await steps[pick(['create', 'recolor', 'vandalise'])]!(hosting, pick)
    await cluster.advance(pick(['10ms', '20s'] as const))
  },
  wait: ({ cluster }, pick) => cluster.advance(pick(['10ms', '1s', '20s'] as const)),
}

async function vandalise({ client }: Hosting['cluster'], pick: Picker): Promise<void> {
  const site = await client.get(Website, place(pick(names))).catch(ignoreNotFound)
  if (site === undefined) return
  const ref = place(serverNameOf(site))
  const broken = { metadata: { labels: { website: 'mine' } }, data: { 'index.html': 'mine' } }
  await pick([
    () => client.delete(pick(childKinds), ref),
    () => client.patch(ConfigMap, ref, broken),
    () => client.patch(Deployment, ref, { spec: { replicas: 9 } }),
  ])().catch(ignore)
}

/** Each website has exactly its children, and a correct status. */
async function check({ cluster: { client } }: Hosting): Promise<void> {
  const sites = (await client.list(Website, { namespace: 'default' })).items
  const known = new Map((await client.list(Theme)).items.map((theme) => [theme.metadata.name, theme]))
  for (const site of sites) {
    const theme = known.get(site.spec.theme ?? '')
    const { phase, observedGeneration } = site.status ?? {}
    expect({ phase, observedGeneration }, site.metadata.name).toEqual({
      phase: theme === undefined ? 'Error' : 'Ready',
      observedGeneration: site.metadata.generation,
    })
    if (theme === undefined) continue
    for (const { resource, object } of Object.values(childrenOf(site, theme, defaultHosting))) {
      const held = await client.get(resource as typeof ConfigMap, place(serverNameOf(site)))
      expect(held).toMatchObject(object)
    }
  }
  const owners = new Set(sites.map(({ metadata }) => metadata.uid))
  for (const kind of childKinds) {
    const { items } = await client.list(kind, { namespace: 'default', labels: 'app=website' })
    for (const { metadata } of items) expect(owners).toContain(metadata.ownerReferences?.[0]?.uid)
  }
}

describe('webhosting under random events', { timeout: 60_000 }, () => {
  it.each(Array.from({ length: 8 }, (_, seed) => seed))('converges: seed %i', async (seed) => {
    const random = seededRandom(`webhosting ${seed}`)
    const pick: Picker = (from) => from[Math.floor(random.next() * from.length)]!
    await using hosting = await startHosting({ seed })
    let operator = hosting.operator
    for (let count = 0; count < 40; count++) {
      if (random.next() < 0.05) {
        await operator[Symbol.asyncDispose]() // at any point of its work
        operator = await hosting.cluster.run(websites())
      }
      await steps[pick(Object.keys(steps))]!(hosting, pick)
      if (random.next() < 0.3) await hosting.cluster.settle({ within: '20s' })
    }
    await hosting.cluster.advance('2m') // longer than any back-off after these few faults
    await hosting.cluster.settle({ within: '20s' })
    await check(hosting)
    const before = operator.reconciles
    await hosting.cluster.advance('1s')
    expect(operator.reconciles).toBe(before)
  })
})
