/** Which pods to delete first when scaling down. Pure. */
import { parseTime } from '@kubewright/core/time'
import type { Pod } from '@kubewright/kubernetes'
import { deletionCostAnnotation } from '../names.ts'
import { isActive, isReady, readySince, restartsOf } from './pod-state.ts'

/** Further inputs for the order. */
export interface DeletionContext {
  /** Pods of the same workload, including the candidates: nodes with many of them lose pods first. */
  readonly related: readonly Pod[]
  readonly now: number
}

type Compare = (one: Pod, two: Pod) => number

const phases = ['Pending', 'Unknown', 'Running']

/** Sorts pods by deletion order: the least costly first. */
export function inDeletionOrder(pods: readonly Pod[], { related, now }: DeletionContext): readonly Pod[] {
  const perNode = new Map<string, number>()
  for (const { spec } of related.filter(isActive)) {
    const node = spec.nodeName ?? ''
    perNode.set(node, (perNode.get(node) ?? 0) + 1)
  }
  const company = ({ spec }: Pod) => perNode.get(spec.nodeName ?? '') ?? 0
  const rules: readonly Compare[] = [
    by(({ spec }) => (spec.nodeName ? 1 : 0)),
    by(({ status }) => phases.indexOf(status?.phase ?? 'Pending')),
    by((pod) => (isReady(pod) ? 1 : 0)),
    by(deletionCost),
    by((pod) => -company(pod)),
    by((pod) => (isReady(pod) ? age(readySince(pod), now) : 0)),
    by((pod) => -restartsOf(pod)),
    by(({ metadata }) => age(parseTime(metadata.creationTimestamp), now)),
    (one, two) => (one.metadata.uid < two.metadata.uid ? -1 : 1),
  ]
  return [...pods].sort((one, two) => firstDifference(rules, one, two))
}

function by(rank: (pod: Pod) => number): Compare {
  return (one, two) => rank(one) - rank(two)
}

function firstDifference(rules: readonly Compare[], one: Pod, two: Pod): number {
  for (const rule of rules) {
    const difference = rule(one, two)
    if (difference !== 0) return difference
  }
  return 0
}

/** Ages are compared logarithmically: among pods of similar age the uid decides. */
function age(since: number | undefined, now: number): number {
  return since === undefined ? -1 : Math.floor(Math.log2(Math.max(1, now - since)))
}

function deletionCost({ metadata }: Pod): number {
  const cost = Number(metadata.annotations?.[deletionCostAnnotation] ?? 0)
  return Number.isInteger(cost) ? cost : 0
}
