/**
 * The management protocol of an IotSnapRoot, and its projection onto a cluster: read from Deployments and claims only, never from the
 * operator's own status.
 */
import { formatStep, type GlobalState, type Plan, recoveries, type Topology } from '@kubewright/protocol'
import { protocolFromNeeds, type StackProtocol } from '@kubewright/stack/protocol'
import { type ClusterView, type ClusterWrite, project, type ProtocolTrace } from '@kubewright/testing/protocol'
import { Deployment } from 'kubewright'
import { PersistentVolumeClaim } from 'kubewright/kubernetes/core/v1'
import { componentsOf } from '../components.ts'
import type { IotSnapRoot } from '../iotsnap-root.ts'

/** The components of an object without versions, each with its dependencies. */
export function protocolOfRoot(root: IotSnapRoot): StackProtocol {
  const components = Object.entries(componentsOf(root))
  return protocolFromNeeds(Object.fromEntries(components.map(([name, { needs }]) => [name, needs])))
}

export function allUp(topology: Topology) {
  return topology.state(Object.fromEntries([...topology.nodes.keys()].map((name) => [name, 'running'])))
}

/** The consequences of a single fault and its recovery plan. The fault of a claim is its deletion, all others are crashes. */
export function recoveryOf(topology: Topology, component: string) {
  const operation = component.startsWith('claim-') ? 'delete' : 'crash'
  const isFault = (step: { readonly node: string; readonly operation: string }) =>
    step.node === component && step.operation === operation
  const [found] = recoveries(topology, allUp(topology), { isFault })
  if (found?.plan.status !== 'found') throw new Error(`no recovery of ${component} is known`)
  return { cascade: [...new Set(found.cascade.map(({ node }) => node))], plan: found.plan }
}

/** The projection of the protocol onto the namespace of an object. */
export function projectionOf(topology: Topology, { name: root, namespace }: { name: string; namespace: string }) {
  const nodes = [...topology.nodes.keys()].map((node) => {
    const claim = /^claim-(.+)$/.exec(node)?.[1]
    if (claim !== undefined) return [node, (view: ClusterView) => claimState(view, { name: claim, namespace })] as const
    const name = `${root}-${node}`
    const begins = (write: ClusterWrite) =>
      write.resource === 'deployments.apps' && write.name === name && write.isNew ? 'run' : undefined
    return [node, { state: (view: ClusterView) => workloadState(view, { name, namespace }), begins }] as const
  })
  return project(topology, Object.fromEntries(nodes))
}

async function claimState(view: ClusterView, ref: { name: string; namespace: string }): Promise<string> {
  const claim = await view.get(PersistentVolumeClaim, ref)
  if (claim === undefined) return 'unavailable'
  return claim.metadata.deletionTimestamp === undefined ? 'running' : 'crashed'
}

/** A Deployment whose first rollout has not completed is still in its previous state. */
async function workloadState(view: ClusterView, ref: { name: string; namespace: string }): Promise<string> {
  const deployment = await view.get(Deployment, ref)
  if (deployment === undefined || deployment.metadata.deletionTimestamp !== undefined) return 'unavailable'
  const { spec, status } = deployment
  if ((status?.readyReplicas ?? 0) >= (spec.replicas ?? 1)) return 'running'
  const hasStarted = status?.conditions?.some(({ reason }) => reason === 'NewReplicaSetAvailable')
  return hasStarted === true ? 'crashed' : 'unavailable'
}

/**
 * A trace as steps of the protocol: a follow-up failure is a handled fault; an action of the operator is an operation, and so is a
 * recovery without it.
 *
 * @param struck the component that failed first
 */
export function stepsOf(trace: ProtocolTrace, from: GlobalState, struck: string): readonly string[] {
  const steps: string[] = []
  const begun = new Set<string>()
  let last = from
  for (const observation of trace) {
    if (observation === 'rest') continue
    const { by, state, begins = [] } = observation
    steps.push(...begins)
    for (const line of begins) begun.add(line.replace(/\.run$/, ''))
    for (const [node, now] of Object.entries(state)) {
      const was = last[node]
      if (now === was) continue
      if (now === 'unavailable' && by === 'operator') steps.push(`${node}.delete`)
      if (now === 'unavailable' && by === 'environment' && node !== struck) steps.push(`${node} is gone`)
      if (now === 'crashed' && node !== struck) steps.push(`handle ${node}`)
      if (now === 'running' && !begun.delete(node)) steps.push(was === 'crashed' ? `${node} is back` : `${node}.run`)
    }
    last = state
  }
  return steps
}

/**
 * The ordered pairs of a plan that the operator must respect: the first step of each before the second. The order in which components
 * fail is not up to the operator.
 */
export function orderOf({ steps, order }: Plan): readonly (readonly [string, string])[] {
  return steps.flatMap((step, at) =>
    step.kind === 'operation' ? order[at]!.map((earlier) => [lineOf(steps[earlier]!), lineOf(step)] as const) : [],
  )
}

/** A step in the format of `stepsOf`. */
export function lineOf(step: Plan['steps'][number]): string {
  return step.kind === 'operation' ? formatStep(step) : `handle ${step.node}`
}
