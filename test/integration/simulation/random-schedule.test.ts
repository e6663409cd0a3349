import type { Client } from '@kubewright/client'
import { ownerReferenceTo, refOf } from '@kubewright/core'
import { randomInt, seededRandom } from '@kubewright/core/random'
import { ConfigMap, Deployment, Pod, ReplicaSet, StatefulSet } from '@kubewright/kubernetes'
import type { PartName } from '@kubewright/simulation'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { podsIn, runPods, runUntilQuiet } from './kubelet.ts'
import { simulate } from './simulated-cluster.ts'

type Picker = (below: number) => number
type Pods = ReadonlyMap<string, Pod>

const isAlive = ({ metadata, status }: Pod) =>
  metadata.deletionTimestamp === undefined && status?.phase !== 'Failed' && status?.phase !== 'Succeeded'
const isServing = (pod: Pod) => isAlive(pod) && pod.status?.phase === 'Running'

/** Watches pods, and calls `check` with all of them after each change. */
async function followPods(
  client: Client,
  signal: AbortSignal,
  check: (pods: Pods, added?: Pod) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { items, metadata } = await client.list(Pod, { namespace: 'default', signal })
      const pods = new Map(items.map((pod) => [pod.metadata.uid, pod]))
      check(pods)
      const { resourceVersion } = metadata
      for await (const event of client.watch(Pod, { namespace: 'default', resourceVersion, signal })) {
        if (event.type === 'BOOKMARK') continue
        const { object } = event
        if (event.type === 'DELETED') pods.delete(object.metadata.uid)
        else pods.set(object.metadata.uid, object)
        check(pods, event.type === 'ADDED' ? object : undefined)
      }
    } catch {
      // The watch was closed or expired: list again.
    }
  }
}

/** Injects a random fault. No lost responses: then the number of created pods would be unknown. */
function faultStep({ faults }: Cluster, pick: Picker): Disposable | undefined {
  const kinds = [
    () => faults.fail({ times: 1 + pick(4) }, [500, 429, 409, 503][pick(4)]!),
    () => faults.refuse({ times: 1 + pick(2) }),
    () => faults.pauseWatches(),
    () => faults.repeatEvents({ times: 3 }),
    () => faults.delayEvents({ times: 3 }, '300ms'),
    () => void faults.closeWatches(),
    () => (faults.compact(), void faults.closeWatches({}, 410)),
  ]
  return kinds[pick(kinds.length)]!() ?? undefined
}

/** Advances the clock until `work` is done, as retries wait for it. */
async function inTime<T>(cluster: Cluster, work: Promise<T>): Promise<T> {
  const state = { isOver: false }
  const end = () => void (state.isOver = true)
  work.then(end, end)
  while (!state.isOver) await cluster.advance(100)
  return work
}

interface Play {
  readonly parts: readonly PartName[]
  readonly steps: number
  readonly prepare: (cluster: Cluster) => Promise<void>
  readonly step: (cluster: Cluster, pick: Picker) => Promise<unknown>
  readonly check?: (pods: Pods, added?: Pod) => void
}

/** Random user steps, pod phases, faults and restarts; then no faults until all is settled. */
async function play(
  seed: number,
  { parts, steps, prepare, step, check = () => {} }: Play,
  end: (cluster: Cluster) => Promise<void>,
) {
  const random = seededRandom(`simulation ${seed}`)
  const pick = (below: number) => randomInt(random, below)
  const stop = new AbortController()
  await using cluster = await startCluster({ seed })
  let simulation = await simulate(cluster, parts)
  await prepare(cluster)
  const following = followPods(cluster.clientFor({ retry: false }), stop.signal, check)
  const faults: Disposable[] = []
  for (let turn = 0; turn < steps; turn++) {
    const kind = pick(10)
    if (kind < 2) await inTime(cluster, step(cluster, pick)).catch(() => undefined)
    else if (kind < 5) await inTime(cluster, runPods(cluster)).catch(() => 0)
    else if (kind < 6) faults.push(...[faultStep(cluster, pick)].flatMap((one) => one ?? []))
    else if (kind < 7) faults.splice(0, 1)[0]?.[Symbol.dispose]()
    else if (kind < 8) {
      // The start waits for the first lists, which must not fail.
      for (const fault of faults.splice(0)) fault[Symbol.dispose]()
      await inTime(cluster, Promise.resolve(simulation[Symbol.asyncDispose]()))
      simulation = await inTime(cluster, simulate(cluster, parts))
    } else await cluster.advance(pick(1_500))
  }
  for (const fault of faults) fault[Symbol.dispose]()
  do await cluster.advance('2m')
  while ((await runPods(cluster)) > 0)
  await cluster.settle({ within: '60s' })
  await end(cluster)
  stop.abort()
  await following
  await simulation[Symbol.asyncDispose]()
}

const labels = { app: 'web' }
const selector = { matchLabels: labels }
const template = (image: string) => ({ metadata: { labels }, spec: { containers: [{ name: 'web', image }] } })
const imageOf = (pod: Pod) => pod.spec.containers[0]!.image
const ref = { name: 'web' }

describe.each([1, 2])('simulation under random faults, seed %i', { timeout: 180_000 }, (seed) => {
  it('a Deployment never violates maxSurge or maxUnavailable', async () => {
    const [replicas, maxSurge, maxUnavailable] = [4, 1 + (seed % 2), seed % 3 === 0 ? 0 : 1]
    const strategy = { rollingUpdate: { maxSurge, maxUnavailable } }
    const wrong: string[] = []
    const deployment: Play = {
      parts: ['deployments', 'replica-sets'],
      steps: 45,
      async prepare(cluster) {
        const spec = { replicas, selector, template: template('web:0'), strategy }
        await cluster.client.create(Deployment, { metadata: ref, spec })
        await runUntilQuiet(cluster)
      },
      step({ client }, pick) {
        const containers = [{ name: 'web', image: `web:${pick(4)}` }]
        return client.patch(Deployment, ref, { spec: { template: { spec: { containers } } } })
      },
      check(pods) {
        const all = [...pods.values()]
        const [alive, serving] = [all.filter(isAlive).length, all.filter(isServing).length]
        if (alive > replicas + maxSurge) wrong.push(`${alive} pods are alive`)
        if (serving < replicas - maxUnavailable) wrong.push(`only ${serving} pods serve`)
      },
    }
    await play(seed, deployment, async ({ client }) => {
      const { spec, status } = await client.get(Deployment, ref)
      expect(status).toMatchObject({ replicas, availableReplicas: replicas, updatedReplicas: replicas })
      expect((await podsIn(client)).map(imageOf)).toEqual(Array(replicas).fill(spec.template.spec.containers[0]!.image))
    })
    expect(wrong).toEqual([])
  })

  it('a ReplicaSet never has more pods than it was ever scaled to', async () => {
    const wrong: string[] = []
    let most = 3
    const set: Play = {
      parts: ['replica-sets'],
      steps: 45,
      prepare: async ({ client }) =>
        void (await client.create(ReplicaSet, {
          metadata: ref,
          spec: { replicas: 3, selector, template: template('a') },
        })),
      async step({ client }, pick) {
        const replicas = pick(7)
        most = Math.max(most, replicas)
        await client.patch(ReplicaSet, ref, { spec: { replicas } })
        const [first] = await podsIn(client)
        if (pick(3) === 0 && first !== undefined) await client.delete(Pod, refOf(first), { gracePeriodSeconds: 0 })
      },
      check(pods) {
        const alive = [...pods.values()].filter(isAlive).length
        if (alive > most) wrong.push(`${alive} pods are alive, and ${most} were never exceeded`)
      },
    }
    await play(seed, set, async ({ client }) => {
      const { spec, status } = await client.get(ReplicaSet, ref)
      expect(await podsIn(client)).toHaveLength(spec.replicas!)
      expect(status).toMatchObject({ replicas: spec.replicas })
    })
    expect(wrong).toEqual([])
  })

  it('a StatefulSet creates a pod only when all with lower ordinals are running', async () => {
    const wrong: string[] = []
    const set: Play = {
      parts: ['stateful-sets'],
      steps: 45,
      prepare: async ({ client }) =>
        void (await client.create(StatefulSet, {
          metadata: ref,
          spec: { replicas: 3, serviceName: 'web', selector, template: template('a') },
        })),
      step({ client }, pick) {
        if (pick(2) === 0) return client.patch(StatefulSet, ref, { spec: { replicas: pick(5) } })
        const containers = [{ name: 'web', image: `web:${pick(3)}` }]
        return client.patch(StatefulSet, ref, { spec: { template: { spec: { containers } } } })
      },
      check(pods, added) {
        if (added === undefined) return
        const serving = new Set([...pods.values()].filter(isServing).map(({ metadata }) => metadata.name))
        const ordinal = Number(added.metadata.name.slice('web-'.length))
        for (let before = 0; before < ordinal; before++) {
          if (!serving.has(`web-${before}`)) wrong.push(`${added.metadata.name} came before web-${before} served`)
        }
      },
    }
    await play(seed, set, async ({ client }) => {
      const { spec } = await client.get(StatefulSet, ref)
      const pods = await podsIn(client)
      expect(pods.map(({ metadata }) => metadata.name).toSorted()).toEqual(
        Array.from({ length: spec.replicas! }, (_, ordinal) => `web-${ordinal}`),
      )
      expect(new Set(pods.map(imageOf)).size).toBeLessThanOrEqual(1)
    })
    expect(wrong).toEqual([])
  })

  it('the garbage collector keeps objects with an owner, and deletes those that lost all', async () => {
    const [removed, free] = [new Set<string>(), new Set<string>()]
    let count = 0
    const objects: Play = {
      parts: ['garbage-collection'],
      steps: 45,
      prepare: async () => {},
      async step({ client }, pick) {
        const all = (await client.list(ConfigMap, { namespace: 'default' })).items
        const [one, two] = [all[pick(all.length + 1)], all[pick(all.length + 1)]]
        if (pick(3) > 0 || one === undefined) {
          const owners = [one, two].filter((owner, place, both) => owner !== undefined && both.indexOf(owner) === place)
          const blockOwnerDeletion = pick(2) === 0
          const ownerReferences = owners.map((owner) =>
            ownerReferenceTo(owner!, { controller: false, blockOwnerDeletion }),
          )
          const { metadata } = await client.create(ConfigMap, {
            metadata: { name: `object-${count++}`, ownerReferences },
          })
          if (owners.length === 0) free.add(metadata.uid)
          return
        }
        const propagationPolicy = (['Background', 'Foreground', 'Orphan'] as const)[pick(3)]!
        await client.delete(ConfigMap, refOf(one), { propagationPolicy })
        removed.add(one.metadata.uid)
      },
    }
    await play(seed, objects, async ({ client }) => {
      const all = (await client.list(ConfigMap, { namespace: 'default' })).items
      const living = new Set(all.map(({ metadata }) => metadata.uid))
      expect(all.filter(({ metadata }) => metadata.deletionTimestamp !== undefined)).toEqual([])
      const dangling = all
        .flatMap(({ metadata }) => metadata.ownerReferences ?? [])
        .filter(({ uid }) => !living.has(uid))
      expect(dangling).toEqual([])
      expect([...removed].filter((uid) => living.has(uid))).toEqual([])
      expect([...free].filter((uid) => !removed.has(uid) && !living.has(uid))).toEqual([])
    })
  })
})
