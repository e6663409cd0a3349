/** Validation of job specs, of Jobs and of CronJob templates. */
import type { JobSpec, PodFailurePolicy, PodFailurePolicyRule, SuccessPolicy } from '@kubewright/kubernetes/batch/v1'
import { invalid, omitted, required, tooLong, tooMany, unsupported } from '../../status/field-error.ts'
import { domainPath } from '../../validation/domain-path.ts'
import { bytesIn, duplicate, each, isBlank, named, nonNegative, type Problems } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { templateProblems } from '../pod/pod-spec-checks.ts'

type AnySpec = Unvalidated<JobSpec>

const counts = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const

export function* jobSpecProblems(spec: AnySpec, path: string): Problems {
  for (const field of counts) yield* nonNegative(spec[field], `${path}.${field}`)
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined) {
    yield required(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified')
  }
  if (spec.managedBy !== undefined) {
    yield* domainPath(spec.managedBy, `${path}.managedBy`)
    if (bytesIn(spec.managedBy) > 63) yield tooLong(`${path}.managedBy`, 63)
  }
  yield* modeProblems(spec, path)
  if (spec.podFailurePolicy) yield* failureProblems(spec, spec.podFailurePolicy, `${path}.podFailurePolicy`)
  if (spec.successPolicy) yield* successProblems(spec, spec.successPolicy, `${path}.successPolicy`)
  yield* replacementProblems(spec, `${path}.podReplacementPolicy`)
  yield* templateProblems(spec.template ?? {}, `${path}.template`)
  yield* restartProblems(spec, `${path}.template.spec.restartPolicy`)
}

const modes = ['NonIndexed', 'Indexed']
const mostIndexes = 100_000

function* modeProblems(spec: AnySpec, path: string): Problems {
  const { completionMode = 'NonIndexed', backoffLimitPerIndex, maxFailedIndexes } = spec
  if (!modes.includes(completionMode)) yield unsupported(`${path}.completionMode`, completionMode, modes)
  if (completionMode === 'Indexed') yield* indexedProblems(spec, path)
  if (completionMode !== 'NonIndexed') return
  const needsIndexes = 'requires indexed completion mode'
  if (backoffLimitPerIndex !== undefined) {
    yield invalid(`${path}.backoffLimitPerIndex`, backoffLimitPerIndex, needsIndexes)
  }
  if (maxFailedIndexes !== undefined) yield invalid(`${path}.maxFailedIndexes`, maxFailedIndexes, needsIndexes)
}

function* indexedProblems({ completions, parallelism = 0, maxFailedIndexes }: AnySpec, path: string): Problems {
  if (completions === undefined) yield required(`${path}.completions`, 'when completion mode is Indexed')
  if (parallelism > mostIndexes) {
    const problem = `must be less than or equal to ${mostIndexes} when completion mode is Indexed`
    yield invalid(`${path}.parallelism`, parallelism, problem)
  }
  if (maxFailedIndexes === undefined) return
  const field = `${path}.maxFailedIndexes`
  if (completions !== undefined && maxFailedIndexes > completions) {
    yield invalid(field, maxFailedIndexes, 'must be less than or equal to completions')
  }
  if (maxFailedIndexes > mostIndexes) {
    yield invalid(field, maxFailedIndexes, `must be less than or equal to ${mostIndexes}`)
  }
}

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore']
const goList = (words: readonly string[]) => `valid values: [${words.map((word) => JSON.stringify(word)).join(' ')}]`

function* failureProblems(spec: AnySpec, policy: Unvalidated<PodFailurePolicy>, path: string): Problems {
  const rules = policy.rules ?? []
  if (rules.length > 20) yield tooMany(`${path}.rules`, rules.length, 20)
  for (const [rule, at] of each(rules, `${path}.rules`)) yield* failureRuleProblems(spec, rule, at)
}

function* failureRuleProblems(spec: AnySpec, rule: Unvalidated<PodFailurePolicyRule>, path: string): Problems {
  const { action, onExitCodes, onPodConditions = [] } = rule
  if (isBlank(action)) yield required(`${path}.action`, goList(actions))
  else if (!actions.includes(action)) yield unsupported(`${path}.action`, action, actions)
  else if (action === 'FailIndex' && spec.backoffLimitPerIndex === undefined) {
    yield invalid(`${path}.action`, action, 'requires the backoffLimitPerIndex to be set')
  }
  if (onExitCodes) yield* exitCodeProblems(spec, onExitCodes, `${path}.onExitCodes`)
  for (const [{ type = '', status }, at] of each(onPodConditions, `${path}.onPodConditions`)) {
    yield* named('qualifiedName', type, `${at}.type`)
    const words = ['False', 'True', 'Unknown']
    if (isBlank(status)) yield required(`${at}.status`, goList(words))
    else if (!words.includes(status)) yield unsupported(`${at}.status`, status, words)
  }
  const count = Number(onExitCodes !== undefined) + Number(onPodConditions.length > 0)
  if (count > 1) yield invalid(path, omitted, 'specifying both OnExitCodes and OnPodConditions is not supported')
  if (count === 0) yield invalid(path, omitted, 'specifying one of OnExitCodes and OnPodConditions is required')
}

function* exitCodeProblems(
  { template }: AnySpec,
  { operator, containerName, values = [] }: NonNullable<Unvalidated<PodFailurePolicyRule>['onExitCodes']>,
  path: string,
): Problems {
  if (isBlank(operator)) yield required(`${path}.operator`, goList(['In', 'NotIn']))
  else if (!['In', 'NotIn'].includes(operator)) yield unsupported(`${path}.operator`, operator, ['In', 'NotIn'])
  const containers = [...(template?.spec?.containers ?? []), ...(template?.spec?.initContainers ?? [])]
  if (containerName !== undefined && !containers.some(({ name }) => name === containerName)) {
    const problem = 'must be one of the container or initContainer names in the pod template'
    yield invalid(`${path}.containerName`, containerName, problem)
  }
  if (values.length === 0) yield invalid(`${path}.values`, values, 'at least one value is required')
  else if (values.length > 255) yield tooMany(`${path}.values`, values.length, 255)
  yield* codeProblems(values, operator === 'In', `${path}.values`)
}

function* codeProblems(values: readonly number[], isIn: boolean, path: string): Problems {
  const seen = new Set<number>()
  for (const [value, at] of each(values, path)) {
    if (isIn && value === 0) yield invalid(at, value, 'must not be 0 for the In operator')
    if (seen.has(value)) yield duplicate(at, value)
    seen.add(value)
  }
  if (values.some((value, at) => at > 0 && values[at - 1]! > value)) yield invalid(path, values, 'must be ordered')
}

function* successProblems(spec: AnySpec, policy: Unvalidated<SuccessPolicy>, path: string): Problems {
  const { completions = 0 } = spec
  if (spec.completionMode !== 'Indexed') {
    const shown = {
      Rules: (policy.rules ?? []).map(({ succeededIndexes, succeededCount }) => ({
        SucceededIndexes: succeededIndexes ?? null,
        SucceededCount: succeededCount ?? null,
      })),
    }
    return yield invalid(path, shown, 'requires indexed completion mode')
  }
  const rules = policy.rules ?? []
  if (rules.length === 0) {
    yield required(`${path}.rules`, 'at least one rules must be specified when the successPolicy is specified')
  }
  if (rules.length > 20) yield tooMany(`${path}.rules`, rules.length, 20)
  for (const [{ succeededCount, succeededIndexes }, at] of each(rules, `${path}.rules`)) {
    if (succeededCount === undefined && succeededIndexes === undefined) {
      yield required(at, 'at least one of succeededCount or succeededIndexes must be specified')
    }
    yield* nonNegative(succeededCount, `${at}.succeededCount`)
    if (succeededCount !== undefined && succeededCount > completions) {
      const problem = `must be less than or equal to ${completions} (the number of specified completions)`
      yield invalid(`${at}.succeededCount`, succeededCount, problem)
    }
  }
}

function* replacementProblems({ podReplacementPolicy, podFailurePolicy }: AnySpec, path: string): Problems {
  if (podReplacementPolicy === undefined) return
  const supported = podFailurePolicy === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed']
  if (!supported.includes(podReplacementPolicy)) yield unsupported(path, podReplacementPolicy, supported)
}

function* restartProblems({ template, podFailurePolicy }: AnySpec, path: string): Problems {
  const policy = template?.spec?.restartPolicy ?? ''
  if (policy === 'Always' || policy === '') yield required(path, 'valid values: "OnFailure", "Never"')
  else if (!['OnFailure', 'Never'].includes(policy)) yield unsupported(path, policy, ['OnFailure', 'Never'])
  else if (podFailurePolicy !== undefined && policy !== 'Never') {
    yield invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified')
  }
}

/** Problems that depend on the name of the job. */
export function* hostnameProblems(name: string, { completionMode, completions = 0 }: AnySpec): Problems {
  if (completionMode !== 'Indexed' || completions <= 0) return
  const longest = `${name}-${completions - 1}`
  if ([...named('dns1123Label', longest, '')].length === 0) return
  yield invalid('metadata.name', name, `will not able to create pod with invalid DNS label: ${longest}`)
}

export function* templateSelectorProblems(spec: AnySpec, path: string): Problems {
  if (spec.selector !== undefined) yield invalid(`${path}.selector`, spec.selector, '`selector` will be auto-generated')
  if (spec.manualSelector === true) yield unsupported(`${path}.manualSelector`, true, ['nil', 'false'])
}
