/** The pod failure policy of a Job. Pure. */
import type { Job, Pod } from '@kubewright/kubernetes'
import type { PodFailurePolicyRule } from '@kubewright/kubernetes/batch/v1'

export interface MatchedRule {
  readonly action: PodFailurePolicyRule['action']
  /** Why the rule matched, as text. */
  readonly message: string
}

/** The first matching rule; `undefined` if the pod has not failed, or none matches. */
export function failureRule({ spec }: Job, pod: Pod): MatchedRule | undefined {
  if (spec.podFailurePolicy === undefined || pod.status?.phase !== 'Failed') return undefined
  for (const [place, rule] of spec.podFailurePolicy.rules.entries()) {
    const why = reasonOf(rule, pod)
    if (why !== undefined)
      return { action: rule.action, message: `${why} matching ${rule.action} rule at index ${place}` }
  }
  return undefined
}

function reasonOf({ onExitCodes, onPodConditions }: PodFailurePolicyRule, pod: Pod): string | undefined {
  const { namespace, name } = pod.metadata
  if (onExitCodes !== undefined) {
    const { containerName, operator, values } = onExitCodes
    const all = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])]
    const ended = all
      .filter((one) => containerName === undefined || one.name === containerName)
      .flatMap(({ name: container, state }) =>
        state?.terminated ? [{ container, code: state.terminated.exitCode }] : [],
      )
    const hit = ended.find(({ code }) => code !== 0 && values.includes(code) === (operator === 'In'))
    return hit && `Container ${hit.container} for pod ${namespace}/${name} failed with exit code ${hit.code}`
  }
  const hit = onPodConditions?.find(({ type, status = 'True' }) =>
    pod.status?.conditions?.some((condition) => condition.type === type && condition.status === status),
  )
  return hit && `Pod ${namespace}/${name} has condition ${hit.type}`
}
