/**
 * What deployment, repair and rest cost the API server: no more than the plan has steps, and two for each component. `npm run bench --
 * stack` prints the same as a table.
 */
import { findPlan } from '@kubewright/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IotSnapRoot } from './iotsnap-root.ts'
import { allowance, type Counted, countDeployment, countFault, counted, objectWrites } from './testing/counted.ts'
import { type RootCluster, rootRef, startRootCluster } from './testing/root-cluster.ts'
import { allUp, protocolOfRoot } from './testing/root-protocol.ts'
import { seven, type SingleFault, singleFaults } from './testing/single-faults.ts'

const protocol = protocolOfRoot(IotSnapRoot.parse({ metadata: rootRef, spec: {} }) as unknown as IotSnapRoot)
const timeout = 120_000

let world: RootCluster
let deployment: Counted
beforeAll(async () => {
  world = await startRootCluster()
  deployment = await countDeployment(world)
}, timeout)
afterAll(() => world?.[Symbol.asyncDispose](), 30_000)

describe('the deployment of an IotSnapRoot', () => {
  const claims = [...protocol.topology.nodes.keys()].filter((name) => name.startsWith('claim-'))
  const from = protocol.topology.state({
    ...protocol.topology.initial,
    ...Object.fromEntries(claims.map((name) => [name, 'running'])),
  })
  const steps = findPlan(protocol.topology, { from, to: allUp(protocol.topology) }).lines!.length
  const most = allowance({ steps, components: seven.length })

  it('takes no more reconciles than the plan has steps, and two for each component', () => {
    expect([steps, most]).toEqual([7, 21])
    expect(deployment.reconciles).toBeLessThanOrEqual(most)
  })

  it('writes every object once, and the status no more often than there are steps', () => {
    expect(deployment.objects).toEqual({
      'apply deployments.apps': 7,
      'apply services': 7,
      'apply ingresses.networking.k8s.io': 4,
      'apply secrets': 4,
    })
    expect(deployment.statuses).toBeLessThanOrEqual(steps)
    expect(deployment.writes).toBe(objectWrites(deployment) + deployment.statuses)
  })
})

interface Surplus {
  readonly reconciles: number
  readonly writes: number
}

/** What repairs cost beyond the aim. `bench/README.md` says why for each. */
function surplusOf({ kind, component }: SingleFault): Surplus {
  if (kind === 'its variables are edited') return { reconciles: 3, writes: 1 }
  const isLone = kind === 'it crashes alone' || (kind === 'it crashes, and what needs it' && component === seven.at(-1))
  return { reconciles: 0, writes: isLone ? 1 : 0 }
}

describe('the repair of a single fault', () => {
  it.each(singleFaults(protocol))('takes no more than its plan: $component, $kind', { timeout }, async (fault) => {
    const { reconciles, writes, statuses, objects } = await countFault(world, fault)
    const most = allowance(fault)
    const surplus = surplusOf(fault)
    expect(reconciles).toBeLessThanOrEqual(most + surplus.reconciles)
    expect(writes).toBeLessThanOrEqual(most + surplus.writes)
    expect(statuses).toBeLessThanOrEqual(reconciles)
    expect(writes).toBe(objectWrites({ objects }) + statuses)
    expect((await world.root()).status).toMatchObject({ phase: 'Running', plan: [] })
  })
})

describe('a day in which nothing happens', () => {
  it('has no reconcile and no write', { timeout }, async () => {
    const { reconciles, writes, statuses, objects } = await counted(world, () => world.cluster.advance('24h'))
    expect({ reconciles, writes, statuses, objects }).toEqual({ reconciles: 0, writes: 0, statuses: 0, objects: {} })
  })
})
