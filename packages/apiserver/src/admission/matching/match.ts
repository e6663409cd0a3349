/** Whether a configured webhook or policy matches a write, and in which version of its kind. */
import type { LabelSelector } from '@kubewright/core'
import { compileLabelSelector, type LabelMatcher } from '@kubewright/core/selectors'
import type { KindRegistry } from '../../kinds/kind-registry.ts'
import type { ServedKind } from '../../kinds/served-kind.ts'
import { notFound } from '../../status/failures.ts'
import type { Attributes } from '../../kinds/admission.ts'
import type { MatchDependencies } from './dependencies.ts'
import { namespaceOf, type Rule, ruleMatches, type RuleSubject } from './rule.ts'

/** Match criteria with compiled selectors. */
export interface Criteria {
  /** An empty list matches every write, as bindings require. */
  readonly rules: readonly Rule[]
  readonly excludeRules: readonly Rule[]
  readonly isEquivalentEnough: boolean
  /** `undefined` selects everything. */
  readonly namespaceSelector: LabelMatcher | undefined
  readonly objectSelector: LabelMatcher | undefined
}

export interface WrittenCriteria {
  readonly matchPolicy?: string
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
}

export function criteriaOf(
  written: WrittenCriteria,
  rules: readonly Rule[] = [],
  excludeRules: readonly Rule[] = [],
): Criteria {
  return {
    rules,
    excludeRules,
    isEquivalentEnough: written.matchPolicy === 'Equivalent',
    namespaceSelector: matcherOf(written.namespaceSelector),
    objectSelector: matcherOf(written.objectSelector),
  }
}

function matcherOf(selector: LabelSelector = {}): LabelMatcher | undefined {
  const { matchLabels = {}, matchExpressions = [] } = selector
  const isEmpty = Object.keys(matchLabels).length === 0 && matchExpressions.length === 0
  return isEmpty ? undefined : compileLabelSelector(selector)
}

/**
 * The matched version of the kind; `undefined` if the write does not match.
 *
 * Failure: a 404 if the namespace selector needs a namespace that does not exist.
 */
export function findMatch(
  criteria: Criteria,
  attributes: Attributes,
  dependencies: MatchDependencies,
): ServedKind | undefined {
  if (!objectMatches(criteria, attributes)) return undefined
  const { rules, excludeRules } = criteria
  if (findVersion(excludeRules, criteria, attributes, dependencies.kinds) !== undefined) return undefined
  const kind = rules.length === 0 ? attributes.kind : findVersion(rules, criteria, attributes, dependencies.kinds)
  return kind !== undefined && namespaceMatches(criteria, attributes, dependencies) ? kind : undefined
}

function objectMatches({ objectSelector }: Criteria, { object, oldObject }: Attributes): boolean {
  if (objectSelector === undefined) return true
  return [object, oldObject].some((one) => one?.metadata !== undefined && objectSelector(one.metadata.labels))
}

function namespaceMatches(
  { namespaceSelector }: Criteria,
  attributes: Attributes,
  { collection }: MatchDependencies,
): boolean {
  const { kind, subresource, operation, object } = attributes
  const namespace = namespaceOf(attributes)
  if (namespaceSelector === undefined || (namespace === '' && kind.plural !== 'namespaces')) return true
  const isWritten = operation === 'CREATE' || operation === 'UPDATE'
  if (kind.plural === 'namespaces' && subresource === '' && isWritten) return namespaceSelector(object?.metadata.labels)
  const stored = collection('', 'namespaces').read(namespace)
  if (stored === undefined) throw notFound({ group: '', resource: 'namespaces' }, namespace)
  return namespaceSelector(stored.object.labels)
}

/** The requested version, if a rule names it; otherwise an equivalent version, from the first rule that names one. */
function findVersion(
  rules: readonly Rule[],
  { isEquivalentEnough }: Criteria,
  attributes: Attributes,
  kinds: KindRegistry,
): ServedKind | undefined {
  const { kind } = attributes
  const matches = (rule: Rule, version: ServedKind) => ruleMatches(rule, subjectIn(version, attributes))
  if (rules.some((rule) => matches(rule, kind))) return kind
  if (!isEquivalentEnough || rules.length === 0) return undefined
  const others = equivalentsOf(attributes, kinds)
  for (const rule of rules) {
    const other = others.find((version) => matches(rule, version))
    if (other !== undefined) return other
  }
  return undefined
}

/** The other kinds and versions that serve the same stored objects. */
function equivalentsOf({ kind, subresource }: Attributes, kinds: KindRegistry): readonly ServedKind[] {
  return kinds
    .all()
    .filter((other) => other !== kind && other.storage.collection === kind.storage.collection)
    .filter((other) => subresource === '' || other.subresources.has(subresource))
}

function subjectIn({ group, version, plural }: ServedKind, attributes: Attributes): RuleSubject {
  const { operation, subresource, name } = attributes
  return { operation, group, version, plural, subresource, namespace: namespaceOf(attributes), name }
}
