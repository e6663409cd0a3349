/** The pod of a DaemonSet on one node. Pure. */
import type { DaemonSet, Node, Pod, PodInput } from '@kubewright/kubernetes'
import type { NodeSelectorTerm, Toleration } from '@kubewright/kubernetes/core/v1'
import { revisionHashLabel, templateGenerationAnnotation, templateGenerationLabel } from '../../names.ts'
import { untolerated } from '../../nodes/toleration.ts'
import { matchesNode } from '../../scheduler/node-match.ts'
import { podOf } from '../pod-template.ts'

const nameField = 'metadata.name'

/** The default tolerations of daemon pods. */
function tolerationsOf(hostNetwork: boolean): readonly Toleration[] {
  const exists = (key: string, effect: 'NoSchedule' | 'NoExecute') =>
    ({ key: `node.kubernetes.io/${key}`, operator: 'Exists', effect }) as const
  return [
    exists('not-ready', 'NoExecute'),
    exists('unreachable', 'NoExecute'),
    exists('disk-pressure', 'NoSchedule'),
    exists('memory-pressure', 'NoSchedule'),
    exists('pid-pressure', 'NoSchedule'),
    exists('unschedulable', 'NoSchedule'),
    ...(hostNetwork ? [exists('network-unavailable', 'NoSchedule')] : []),
  ]
}

export function daemonPod(set: DaemonSet, node: string, hash: string): PodInput {
  const { metadata, spec } = podOf(set, set.spec.template)
  const generation = set.metadata.annotations?.[templateGenerationAnnotation]
  const { affinity, tolerations = [] } = spec
  const term: NodeSelectorTerm = { matchFields: [{ key: nameField, operator: 'In', values: [node] }] }
  // The template's node affinity was already evaluated: the pod is pinned to this node.
  const nodeSelectorTerms = [term]
  const added = tolerationsOf(spec.hostNetwork === true).filter(
    (one) => !tolerations.some(({ key, effect }) => key === one.key && effect === one.effect),
  )
  return {
    metadata: {
      ...metadata,
      labels: {
        ...metadata.labels,
        [revisionHashLabel]: hash,
        ...(generation === undefined ? {} : { [templateGenerationLabel]: generation }),
      },
    },
    spec: {
      ...spec,
      affinity: {
        ...affinity,
        nodeAffinity: {
          ...affinity?.nodeAffinity,
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms },
        },
      },
      tolerations: [...tolerations, ...added],
    },
  }
}

/** The node that a pod is bound or pinned to. */
export function nodeOf({ spec }: Pod): string | undefined {
  if (spec.nodeName) return spec.nodeName
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  const field = terms.flatMap(({ matchFields = [] }) => matchFields).find(({ key }) => key === nameField)
  return field?.values?.[0]
}

export interface Eligibility {
  /** Whether a pod should be created there. */
  readonly runs: boolean
  /** Whether an existing pod may stay. */
  readonly stays: boolean
}

export function eligibility(set: DaemonSet, node: Node): Eligibility {
  const { spec } = set.spec.template
  const tolerations = [...(spec.tolerations ?? []), ...tolerationsOf(spec.hostNetwork === true)]
  const isNamed = spec.nodeName === undefined || spec.nodeName === node.metadata.name
  if (!isNamed || !matchesNode({ spec } as Pod, node)) return { runs: false, stays: false }
  const taints = node.spec?.taints ?? []
  const bears = (effects: readonly ('NoSchedule' | 'NoExecute')[]) =>
    untolerated(taints, tolerations, effects) === undefined
  return { runs: bears(['NoSchedule', 'NoExecute']), stays: bears(['NoExecute']) }
}
