import { randomInt, seededRandom } from '@kubewright/core/random'
import { Node, Pod } from '@kubewright/kubernetes'
import type { Cluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { simulate, simulatedCluster } from './simulated-cluster.ts'

const parts = ['nodes', 'scheduler', 'pods'] as const
const namespace = 'default'
const words = ['runs', 'crashes', 'never-ready', 'stubborn', 'image-missing', 'out-of-memory'] as const

/** Injected faults may hit the test's own writes: retry after some time. */
async function insist(cluster: Cluster, write: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    let ending: 'well' | 'badly' | undefined
    const writing = write().then(
      () => (ending = 'well'),
      () => (ending = 'badly'),
    )
    while (ending === undefined) await cluster.advance('1s')
    if ((await writing) === 'well') return
  }
  throw new Error('it fails again and again')
}

describe('simulated nodes, scheduler and pods under random faults', () => {
  it.each([1, 2, 3, 4, 5, 6])('converge (seed %i)', async (seed) => {
    const random = seededRandom(seed)
    const choose = <T>(among: readonly T[]): T => among[randomInt(random, among.length)]!
    await using simulated = await simulatedCluster(parts, {
      nodes: { count: 3, heartbeat: '10m', capacity: { pods: '8' } },
    })
    const { client, cluster } = simulated
    let { simulation } = simulated
    await using _last = { [Symbol.asyncDispose]: () => simulation[Symbol.asyncDispose]() }
    const [alive, restarts] = [new Set<string>(), new Map<string, number>()]
    for (let step = 0; step < 40; step++) {
      const [name, known] = [`pod-${step}`, choose([...alive])]
      const ref = { name: known ?? '', namespace }
      const node = choose(['node-1', 'node-2', 'node-3'])
      const dice = randomInt(random, 9)
      if (dice <= 3) {
        const spec = { containers: [{ name: 'web', image: 'web:1' }] }
        await insist(cluster, () => client.create(Pod, { metadata: { name, namespace }, spec }))
        alive.add(name)
      } else if (dice === 4 && known !== undefined) {
        await insist(cluster, () => client.delete(Pod, ref))
        alive.delete(known)
      } else if (dice === 5 && known !== undefined) {
        const word = choose(words)
        const { pods } = simulation
        await insist(cluster, () => (word === 'runs' ? pods.recover(ref) : pods.fail(ref, word)))
      } else if (dice === 6) {
        cluster.faults.failNext(choose(['patch', 'create', 'delete']), Pod, choose([409, 429, 500]))
      } else if (dice === 7) {
        const unschedulable = random.next() < 0.3 ? true : null
        await client.patch(Node, { name: node }, { spec: { unschedulable } })
      } else if (dice === 8) {
        await simulation[Symbol.asyncDispose]()
        simulation = await simulate(cluster, parts, { nodes: { heartbeat: '10m' } })
      }
      await cluster.advance(randomInt(random, 20_000))
      for (const { metadata, status } of (await client.list(Pod, { namespace })).items) {
        const [container] = status?.containerStatuses ?? []
        const count = container?.restartCount ?? 0
        expect(count).toBeGreaterThanOrEqual(restarts.get(metadata.uid) ?? 0)
        restarts.set(metadata.uid, count)
      }
    }
    for (const name of alive) await insist(cluster, () => simulation.pods.recover({ name, namespace }))
    for (const name of ['node-1', 'node-2', 'node-3'])
      await client.patch(Node, { name }, { spec: { unschedulable: null } })
    await cluster.advance('20m')
    await cluster.settle({ within: '20s' })
    const pods = (await client.list(Pod, { namespace })).items
    expect(pods.map(({ metadata }) => metadata.name).toSorted()).toEqual([...alive].toSorted())
    const placed = pods.filter(({ spec }) => spec.nodeName !== undefined)
    expect(placed.length).toBe(Math.min(alive.size, 24))
    expect(placed.map(({ status }) => status?.phase)).toEqual(placed.map(() => 'Running'))
    expect(new Set(placed.map(({ status }) => status?.podIP)).size).toBe(placed.length)
  })
})
