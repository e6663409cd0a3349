/** Selects a node for a pod, or explains why there is none, in the wording of kube-scheduler. Pure. */
import type { Node, Pod } from '@kubewright/kubernetes/core/v1'
import { untolerated } from '../nodes/toleration.ts'
import { matchesNode } from './node-match.ts'
import { type Amounts, amountsOf, requestsOf } from './resource-amounts.ts'

/** A node, and the resources that its pods use. */
export interface NodeLoad {
  readonly node: Node
  readonly used: Amounts
  readonly pods: number
}

export type Placement = { readonly node: string } | { readonly message: string }

export function placePod(pod: Pod, loads: readonly NodeLoad[]): Placement {
  if (loads.length === 0) return { message: 'no nodes available to schedule pods' }
  const judged = loads.map((load) => ({ load, refusals: refusalsOf(pod, load) }))
  const possible = judged.filter(({ refusals }) => refusals.length === 0).map(({ load }) => load)
  const best = possible.sort(emptiestFirst)[0]
  if (best !== undefined) return { node: best.node.metadata.name }
  return { message: unschedulable(judged.map(({ refusals }) => refusals)) }
}

const affinity = "node(s) didn't match Pod's node affinity/selector"

/** Why the node does not fit: the reasons of the first failing filter, as in kube-scheduler. */
export function refusalsOf(pod: Pod, { node, used, pods }: NodeLoad): readonly string[] {
  const { tolerations = [] } = pod.spec
  const cordon = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const
  if (node.spec?.unschedulable === true && untolerated([cordon], tolerations, ['NoSchedule']) !== undefined)
    return ['node(s) were unschedulable']
  const taint = untolerated(node.spec?.taints ?? [], tolerations, ['NoSchedule', 'NoExecute'])
  if (taint !== undefined) return [`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`]
  if (!matchesNode(pod, node)) return [affinity]
  const allocatable = amountsOf(node.status?.allocatable)
  const full = pods >= (allocatable.get('pods') ?? 0) ? ['Too many pods'] : []
  const short = [...requestsOf(pod)]
    .filter(([name, amount]) => amount > 0 && amount > (allocatable.get(name) ?? 0) - (used.get(name) ?? 0))
    .map(([name]) => `Insufficient ${name}`)
  return [...full, ...short]
}

/** The node with the fewest pods; ties are broken by name, so that the result is deterministic. */
function emptiestFirst(one: NodeLoad, two: NodeLoad): number {
  return one.pods - two.pods || (one.node.metadata.name < two.node.metadata.name ? -1 : 1)
}

/** `0/2 nodes are available: 1 Insufficient cpu, 1 node(s) were unschedulable. preemption: …` */
function unschedulable(refusals: readonly (readonly string[])[]): string {
  const total = refusals.length
  const isShort = (reasons: readonly string[]) => reasons.every((one) => /^(Insufficient|Too many)/.test(one))
  const hopeless = refusals.filter((reasons) => !isShort(reasons)).length
  const preemption = [
    ...counted(total - hopeless, 'No preemption victims found for incoming pod'),
    ...counted(hopeless, 'Preemption is not helpful for scheduling'),
  ]
  const reasons = tally(refusals.flat())
  return `0/${total} nodes are available: ${reasons.join(', ')}. preemption: 0/${total} nodes are available: ${preemption.join(', ')}.`
}

function counted(count: number, text: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${text}`]
}

function tally(reasons: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, count]) => `${count} ${reason}`).sort()
}
