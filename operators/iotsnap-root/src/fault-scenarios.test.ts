/**
 * The fault scenarios of the original's protocol model: the running operator recovers with the steps that the planner predicts,
 * in their order. The actual steps are read from the cluster, the expected ones come from the planner.
 */
import { assertFollows, recordTrace } from '@kubewright/testing/protocol'
import type { Plan } from '@kubewright/protocol'
import { ConfigMap } from 'kubewright'
import { PersistentVolumeClaim } from 'kubewright/kubernetes/core/v1'
import { afterEach, describe, expect, it } from 'vitest'
import { IotSnapRoot } from './iotsnap-root.ts'
import {
  namespace,
  prepareComponent,
  type RootCluster,
  rootRef,
  settle,
  startRootCluster,
} from './testing/root-cluster.ts'
import { allUp, lineOf, orderOf, projectionOf, protocolOfRoot, recoveryOf, stepsOf } from './testing/root-protocol.ts'

let world: RootCluster | undefined
afterEach(async () => {
  await world?.[Symbol.asyncDispose]()
  world = undefined
}, 30_000)

const claim = 'postgres-pvc'
const shared = { 'persistent-data-claim': claim }
const { topology } = protocolOfRoot(IotSnapRoot.parse({ metadata: rootRef, spec: shared }) as unknown as IotSnapRoot)
const long = 120_000

async function startAllUp() {
  world = await startRootCluster()
  await world.deploy(shared)
  const recording = await recordTrace(world.cluster, projectionOf(topology, rootRef))
  expect(recording.from).toEqual(allUp(topology))
  return { world, recording }
}

/** Exactly the steps of the plan happened, in an order that the plan allows. */
function expectSteps(steps: readonly string[], plan: Plan): void {
  expect(steps.toSorted()).toEqual(plan.steps.map(lineOf).toSorted())
  const wrong = orderOf(plan).filter(([first, second]) => steps.indexOf(first) > steps.indexOf(second))
  expect(wrong).toEqual([])
}

/** The lengths are those of the original's model. */
const crashes = [
  { fault: 'minio', length: 14, cascade: ['agentkeeper', 'cloudadmin', 'cloudadmingui', 'cloudstorage'] },
  { fault: 'postgres', length: 11, cascade: ['agentkeeper', 'cloudadmin', 'cloudadmingui'] },
  { fault: 'cloudstorage', length: 11, cascade: ['agentkeeper', 'cloudadmin', 'cloudadmingui'] },
  { fault: 'mongo', length: 8, cascade: ['agentkeeper', 'cloudadmingui'] },
  { fault: 'cloudadmin', length: 8, cascade: ['agentkeeper', 'cloudadmingui'] },
  { fault: 'agentkeeper', length: 5, cascade: ['cloudadmingui'] },
  { fault: 'cloudadmingui', length: 2, cascade: [] },
]

describe('the running IotSnap Root operator', () => {
  it.each(crashes)(
    'recovers from a crash of $fault in the $length steps of the plan',
    async (scenario) => {
      const { fault, length, cascade } = scenario
      const { plan, cascade: planned } = recoveryOf(topology, fault)
      expect([plan.lines.length, planned.toSorted()]).toEqual([length, cascade])
      const { world, recording } = await startAllUp()
      using _ = recording
      await world.crash(fault, ...planned)
      await settle(world.cluster)
      await world.cluster.advance('8m')
      await recording.settle({ within: '1m' })

      expectSteps(stepsOf(recording.trace, recording.from, fault), plan)
      assertFollows(recording, topology, { goal: allUp(topology), steps: 'planned' })
      expect((await world.root()).status).toMatchObject({ phase: 'Running', plan: [] })
    },
    long,
  )

  it(
    'recovers from a deleted claim in the 22 steps of the plan, one of which is manual',
    async () => {
      const fault = `claim-${claim}`
      const { plan, cascade } = recoveryOf(topology, fault)
      expect([plan.lines.length, cascade.length]).toEqual([22, 7])
      const { world, recording } = await startAllUp()
      using _ = recording
      await world.cluster.client.delete(PersistentVolumeClaim, { name: claim, namespace })
      await world.crash(...cascade)
      await settle(world.cluster)
      await world.cluster.advance('8m')
      // The workloads that protected the claim are gone, so it is deleted. No workload starts without it.
      expect((await world.root()).status).toMatchObject({ phase: 'Healing' })
      expect(JSON.stringify((await world.root()).status)).toContain(`the claim of ${fault} is missing`)
      await prepareComponent(world.cluster.client, 'postgres', { parts: ['claim'] })
      await settle(world.cluster)
      await world.cluster.advance('2m')
      await recording.settle({ within: '1m' })

      expectSteps(stepsOf(recording.trace, recording.from, fault), plan)
      assertFollows(recording, topology, { goal: allUp(topology) })
      expect((await world.root()).status).toMatchObject({ phase: 'Running', plan: [] })
    },
    long,
  )

  it(
    'follows the example of the original: CloudAdmin crashes while the GUI is unavailable',
    async () => {
      world = await startRootCluster()
      // Without its ConfigMap the GUI cannot start.
      await world.cluster.client.delete(ConfigMap, { name: 'cloudadmingui-config', namespace })
      await world.deploy(shared)
      using recording = await recordTrace(world.cluster, projectionOf(topology, rootRef))
      const goal = { ...allUp(topology), cloudadmingui: 'unavailable' }
      expect(recording.from).toEqual(goal)
      await world.crash('cloudadmin', 'agentkeeper')
      await settle(world.cluster)
      await world.cluster.advance('8m')
      await recording.settle({ within: '1m' })

      const steps = stepsOf(recording.trace, recording.from, 'cloudadmin')
      expect(steps.slice(0, 1)).toEqual(['handle agentkeeper'])
      expect(steps.slice(1, 3).toSorted()).toEqual(['agentkeeper.delete', 'cloudadmin.delete'])
      expect(steps.slice(3)).toEqual(['cloudadmin.run', 'agentkeeper.run'])
      assertFollows(recording, topology, { goal, steps: 'planned' })
    },
    long,
  )
})
