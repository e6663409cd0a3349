/**
 * The cost of deployment, repair and idling in API requests: no more than the plan has steps, and two for each component.
 * `npm run bench -- stack` prints the same as a table.
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

  it('takes no more reconciles than plan steps plus two per component', () => {
    expect([steps, most]).toEqual([7, 21])
    expect(deployment.reconciles).toBeLessThanOrEqual(Math.min(16, most))
  })

  it('writes every object once, and the status at most once per step', () => {
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

interface Cost {
  readonly reconciles: number
  readonly writes: number
}

/** The cost of repairs without a plan, or with one for a single component. */
const reached: Readonly<Record<string, Cost>> = {
  'it crashes alone': { reconciles: 4, writes: 5 },
  'its Deployment is deleted': { reconciles: 3, writes: 3 },
  'its Service is deleted': { reconciles: 1, writes: 1 },
  'its route is deleted': { reconciles: 1, writes: 1 },
  'its Secret is deleted': { reconciles: 1, writes: 1 },
  'its pod is deleted': { reconciles: 2, writes: 2 },
  'its replicas are edited': { reconciles: 2, writes: 1 },
  'its variables are edited': { reconciles: 5, writes: 3 },
  'its labels are edited': { reconciles: 1, writes: 1 },
  'its ConfigMap is edited': { reconciles: 1, writes: 1 },
  'its ConfigMap is deleted': { reconciles: 1, writes: 1 },
}

/** A crash costs two writes of the workload and two of the status for each component, and one status that reports the crash. */
function costOf({ kind, steps, components }: SingleFault): Cost {
  return reached[kind] ?? { reconciles: steps + 2, writes: 4 * components + 1 }
}

describe('the repair of a single fault', () => {
  it.each(singleFaults(protocol))(
    'takes no more writes than its plan: $component, $kind',
    { timeout },
    async (fault) => {
      const { reconciles, writes, statuses, objects } = await countFault(world, fault)
      const cost = costOf(fault)
      expect(reconciles).toBeLessThanOrEqual(cost.reconciles)
      expect(writes).toBeLessThanOrEqual(cost.writes)
      const most = allowance({ steps: fault.steps, components: seven.length })
      expect(Math.max(cost.reconciles, cost.writes)).toBeLessThanOrEqual(most)
      expect(statuses).toBeLessThanOrEqual(reconciles)
      expect(writes).toBe(objectWrites({ objects }) + statuses)
      expect((await world.root()).status).toMatchObject({ phase: 'Running', plan: [] })
    },
  )
})

describe('an idle day of an IotSnapRoot', () => {
  it('has no reconcile and no write', { timeout }, async () => {
    const { reconciles, writes, statuses, objects } = await counted(world, () => world.cluster.advance('24h'))
    expect({ reconciles, writes, statuses, objects }).toEqual({ reconciles: 0, writes: 0, statuses: 0, objects: {} })
  })
})
