/** Whether a node matches a pod's node selector and required affinity. Pure. */
import { getOwn } from '@kubewright/core/json'
import type { Node, NodeSelectorRequirement, NodeSelectorTerm, Pod } from '@kubewright/kubernetes/core/v1'

export function matchesNode({ spec }: Pod, node: Node): boolean {
  const labels = node.metadata.labels ?? {}
  const selected = Object.entries(spec.nodeSelector ?? {}).every(([key, value]) => getOwn(labels, key) === value)
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  return selected && (required == null || required.nodeSelectorTerms.some((term) => matchesTerm(term, node)))
}

/** An empty term matches nothing. */
function matchesTerm({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, node: Node): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false
  const labels = node.metadata.labels ?? {}
  const fields: Readonly<Record<string, string>> = { 'metadata.name': node.metadata.name }
  return matchExpressions.every((one) => holds(one, labels)) && matchFields.every((one) => holds(one, fields))
}

function holds(
  { key, operator, values = [] }: NodeSelectorRequirement,
  labels: Readonly<Record<string, string>>,
): boolean {
  const value = getOwn(labels, key)
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value)
    case 'NotIn':
      return value === undefined || !values.includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    case 'Gt':
      return isWhole(value) && Number(value) > Number(values[0])
    case 'Lt':
      return isWhole(value) && Number(value) < Number(values[0])
  }
}

function isWhole(value: string | undefined): boolean {
  return value !== undefined && /^[+-]?\d+$/.test(value)
}
