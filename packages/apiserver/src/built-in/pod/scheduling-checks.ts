/** Validation of scheduling constraints: affinity, tolerations, topology spread. */
import type {
  Affinity,
  NodeSelector,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
  Toleration,
  TopologySpreadConstraint,
} from '@kubewright/kubernetes/core/v1'
import { nameProblems } from '@kubewright/core/object'
import { forbidden, invalid, required, unsupported } from '../../status/field-error.ts'
import { type AnySelector, selectorProblems } from '../../validation/label-selector.ts'
import { duplicate, each, isBlank, knownWord, named, positive, type Problems } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'

export function* affinityProblems(affinity: Unvalidated<Affinity>, path: string): Problems {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity
  if (nodeAffinity) {
    const {
      requiredDuringSchedulingIgnoredDuringExecution: must,
      preferredDuringSchedulingIgnoredDuringExecution: may,
    } = nodeAffinity
    if (must) yield* nodeSelectorProblems(must, `${path}.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution`)
    for (const [{ weight, preference = {} }, at] of each(
      may,
      `${path}.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution`,
    )) {
      yield* weightProblems(weight, at)
      yield* nodeTermProblems(preference, `${at}.preference`, true)
    }
  }
  if (podAffinity) yield* podAffinityProblems(podAffinity, `${path}.podAffinity`)
  if (podAntiAffinity) yield* podAffinityProblems(podAntiAffinity, `${path}.podAntiAffinity`)
}

function* weightProblems(weight: number | undefined, path: string): Problems {
  if (weight === undefined || weight <= 0 || weight > 100) {
    yield invalid(`${path}.weight`, weight ?? 0, 'must be in the range 1-100')
  }
}

export function* nodeSelectorProblems(selector: Unvalidated<NodeSelector>, path: string): Problems {
  const terms = selector.nodeSelectorTerms ?? []
  if (terms.length === 0) {
    return yield required(`${path}.nodeSelectorTerms`, 'must have at least one node selector term')
  }
  for (const [term, at] of each(terms, `${path}.nodeSelectorTerms`)) yield* nodeTermProblems(term, at, false)
}

function* nodeTermProblems(term: Unvalidated<NodeSelectorTerm>, path: string, allowsAnyValue: boolean): Problems {
  for (const [expression, at] of each(term.matchExpressions, `${path}.matchExpressions`)) {
    yield* nodeExpressionProblems(expression, at, allowsAnyValue)
  }
  for (const [field, at] of each(term.matchFields, `${path}.matchFields`)) yield* nodeFieldProblems(field, at)
}

type NodeExpression = NonNullable<Unvalidated<NodeSelectorTerm>['matchExpressions']>[number]

function* nodeExpressionProblems(expression: NodeExpression, path: string, allowsAnyValue: boolean): Problems {
  const { key = '', operator = '', values = [] } = expression
  const at = `${path}.values`
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) yield required(at, "must be specified when `operator` is 'In' or 'NotIn'")
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) yield forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")
  } else if (operator === 'Gt' || operator === 'Lt') {
    if (values.length !== 1) yield required(at, "must be specified single value when `operator` is 'Lt' or 'Gt'")
  } else yield invalid(`${path}.operator`, operator, 'not a valid selector operator')
  yield* named('qualifiedName', key, `${path}.key`)
  if (!allowsAnyValue) for (const [value, place] of each(values, at)) yield* named('labelValue', value, place)
}

function* nodeFieldProblems({ key = '', operator = '', values = [] }: NodeExpression, path: string): Problems {
  if (operator !== 'In' && operator !== 'NotIn') {
    yield invalid(`${path}.operator`, operator, 'not a valid selector operator')
  } else if (values.length !== 1) {
    yield required(
      `${path}.values`,
      "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    )
  }
  if (key !== 'metadata.name') yield invalid(`${path}.key`, key, 'not a valid field selector key')
  else for (const [value, at] of each(values, `${path}.values`)) yield* named('dns1123Subdomain', value, at)
}

function* podAffinityProblems(affinity: Unvalidated<PodAffinity>, path: string): Problems {
  const must = `${path}.requiredDuringSchedulingIgnoredDuringExecution`
  const may = `${path}.preferredDuringSchedulingIgnoredDuringExecution`
  for (const [term, at] of each(affinity.requiredDuringSchedulingIgnoredDuringExecution, must)) {
    yield* podTermProblems(term, at)
  }
  for (const [{ weight, podAffinityTerm = {} }, at] of each(
    affinity.preferredDuringSchedulingIgnoredDuringExecution,
    may,
  )) {
    yield* weightProblems(weight, at)
    yield* podTermProblems(podAffinityTerm, `${at}.podAffinityTerm`)
  }
}

function* podTermProblems(term: Unvalidated<PodAffinityTerm>, path: string): Problems {
  yield* selectorProblems(term.labelSelector, `${path}.labelSelector`)
  yield* selectorProblems(term.namespaceSelector, `${path}.namespaceSelector`)
  for (const name of term.namespaces ?? []) yield* named('dns1123Label', name, `${path}.namespace`)
  yield* labelKeyProblems(term.matchLabelKeys, term.labelSelector, `${path}.matchLabelKeys`)
  yield* labelKeyProblems(term.mismatchLabelKeys, term.labelSelector, `${path}.mismatchLabelKeys`)
  if (isBlank(term.topologyKey)) yield required(`${path}.topologyKey`, 'can not be empty')
  yield* named('qualifiedName', term.topologyKey ?? '', `${path}.topologyKey`)
}

function* labelKeyProblems(
  keys: readonly string[] | undefined,
  selector: AnySelector | undefined,
  path: string,
): Problems {
  if (keys === undefined || keys.length === 0) return
  if (selector === undefined) yield forbidden(path, 'must not be specified when labelSelector is not set')
  for (const [key, at] of each(keys, path)) yield* named('qualifiedName', key, at)
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

export function* effectProblems(effect: string | undefined, path: string): Problems {
  if (isBlank(effect)) yield required(path)
  else if (!effects.includes(effect)) yield unsupported(path, effect, effects)
}

export function* tolerationProblems(
  tolerations: readonly Unvalidated<Toleration>[] | undefined,
  path: string,
): Problems {
  for (const [toleration, at] of each(tolerations, path)) yield* oneTolerationProblems(toleration, at)
}

function* oneTolerationProblems(toleration: Unvalidated<Toleration>, path: string): Problems {
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = toleration
  if (key !== '') yield* named('qualifiedName', key, `${path}.key`)
  else if (operator !== 'Exists') {
    const problem = 'operator must be Exists when `key` is empty, which means "match all values and all keys"'
    yield invalid(`${path}.operator`, operator, problem)
  }
  if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
    yield invalid(`${path}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")
  }
  yield* tolerationValueProblems(operator, value, `${path}.operator`)
  if (effect !== '') yield* effectProblems(effect, `${path}.effect`)
}

function* tolerationValueProblems(operator: string, value: string, path: string): Problems {
  if (operator === 'Equal' || operator === '') {
    const problems = nameProblems('labelValue', value)
    if (problems.length > 0) yield invalid(path, value, problems.join(';'))
  } else if (operator === 'Exists') {
    if (value !== '') yield invalid(path, value, "value must be empty when `operator` is 'Exists'")
  } else {
    const isComparison = operator === 'Lt' || operator === 'Gt'
    yield unsupported(path, operator, isComparison ? ['Equal', 'Exists', 'Lt', 'Gt'] : ['Equal', 'Exists'])
  }
}

export function* spreadProblems(
  constraints: readonly Unvalidated<TopologySpreadConstraint>[] | undefined,
  path: string,
): Problems {
  for (const [at, constraint] of (constraints ?? []).entries()) {
    yield* constraintProblems(constraint, `${path}[${at}]`, constraints!.slice(at + 1))
  }
}

const reactions = ['DoNotSchedule', 'ScheduleAnyway']

function* constraintProblems(
  constraint: Unvalidated<TopologySpreadConstraint>,
  path: string,
  later: readonly Unvalidated<TopologySpreadConstraint>[],
): Problems {
  const { topologyKey = '', whenUnsatisfiable = '', minDomains } = constraint
  yield* positive(constraint.maxSkew, `${path}.maxSkew`)
  if (topologyKey === '') yield required(`${path}.topologyKey`, 'can not be empty')
  if (!reactions.includes(whenUnsatisfiable))
    yield unsupported(`${path}.whenUnsatisfiable`, whenUnsatisfiable, reactions)
  if (later.some((other) => other.topologyKey === topologyKey && other.whenUnsatisfiable === whenUnsatisfiable)) {
    yield duplicate(`${path}.{topologyKey, whenUnsatisfiable}`, `{${topologyKey}, ${whenUnsatisfiable}}`)
  }
  if (minDomains !== undefined) {
    yield* positive(minDomains, `${path}.minDomains`)
    if (whenUnsatisfiable !== 'DoNotSchedule') {
      const problem = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`
      yield invalid(`${path}.minDomains`, minDomains, problem)
    }
  }
  yield* knownWord(constraint.nodeAffinityPolicy, `${path}.nodeAffinityPolicy`, ['Honor', 'Ignore'])
  yield* knownWord(constraint.nodeTaintsPolicy, `${path}.nodeTaintsPolicy`, ['Honor', 'Ignore'])
  yield* labelKeyProblems(constraint.matchLabelKeys, constraint.labelSelector, `${path}.matchLabelKeys`)
  yield* selectorProblems(constraint.labelSelector, `${path}.labelSelector`)
}
