/**
 * Aggregated cluster roles: `admin`, `edit`, `view`, and those that users add. In a cluster a controller fills them; the
 * embedded server does it by itself, right after the write that requires it.
 */
import { isKubewrightError, type LabelSelector } from '@kubewright/core'
import { deepEqual, getOwn } from '@kubewright/core/json'
import { compileLabelSelector, type LabelMatcher } from '@kubewright/core/selectors'
import { apiVersionOf, type ServedKind } from '../../kinds/served-kind.ts'
import { type Draft, type DraftManager, draftOf, textOf } from '../../object/draft.ts'
import { withoutPrototype } from '../../object/without-prototype.ts'
import type { Collection } from '../../storage/collection.ts'
import type { Version } from '../../storage/version.ts'
import type { Machinery } from '../../kinds/call.ts'
import { timestamp } from '../../object/timestamp.ts'
import type { PolicyRule } from './policy-rule.ts'

/** Field manager of the aggregated rules. */
const manager = 'clusterrole-aggregation-controller'

/** A round that changes a role may require another. Roles that aggregate each other in a cycle may never converge. */
const roundLimit = 16

export type AggregationMachinery = Pick<Machinery, 'kinds' | 'store' | 'fields' | 'clock'>

/** Aggregates the existing roles before it returns. Disposing it stops the aggregation. */
export function startRoleAggregation(machinery: AggregationMachinery): Disposable {
  const kind = machinery.kinds.find('rbac.authorization.k8s.io', 'v1', 'clusterroles')!
  const roles = machinery.store.collection(kind.storage.collection)
  let isStopped = false
  // While an aggregation is scheduled or running, changes schedule no other: it sees them itself.
  let isPlanned = true
  const gather = () => {
    if (!isStopped) gatherAll(machinery, kind, roles)
    isPlanned = false
  }
  // Not inside the write itself: subscribers must be notified of that one first.
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    queueMicrotask(gather)
  }
  const subscription = roles.subscribe(plan)
  gather()
  return {
    [Symbol.dispose]() {
      isStopped = true
      subscription[Symbol.dispose]()
    },
  }
}

function gatherAll(machinery: AggregationMachinery, kind: ServedKind, roles: Collection): void {
  const { versions } = roles.range({})
  const before = versions.map(readRole)
  const after = gatheredRoles(before)
  for (const [at, { key, revision }] of versions.entries()) {
    if (after[at] === before[at]) continue
    const next = withRules(machinery, kind, before[at]!, (after[at]!['rules'] ?? []) as readonly PolicyRule[])
    roles.put(key, revision, (at) => ({ text: textOf(next, String(at)), labels: next.metadata.labels }))
  }
}

/** The roles once aggregation has converged; unchanged roles stay identical. Pure. */
function gatheredRoles(roles: readonly Draft[]): readonly Draft[] {
  const drafts = [...roles]
  for (let round = 0, hasChanged = true; hasChanged && round < roundLimit; round++) {
    hasChanged = false
    for (const [at, role] of drafts.entries()) {
      const rules = gatheredRules(role, drafts)
      if (rules === undefined || deepEqual(rules, role['rules'] ?? [])) continue
      drafts[at] = { ...role, rules }
      hasChanged = true
    }
  }
  return drafts
}

/** Memoized, because roles are read far more often than written. A draft in here is never changed. */
const readRoles = new WeakMap<Version, Draft>()

function readRole(version: Version): Draft {
  const known = readRoles.get(version) ?? draftOf(version.object.text)
  readRoles.set(version, known)
  return known
}

/** `undefined` for a role without aggregation, or with an invalid selector. Pure. */
export function gatheredRules(role: Draft, roles: readonly Draft[]): readonly PolicyRule[] | undefined {
  const aggregation = withoutPrototype(getOwn(role, 'aggregationRule')) as
    | { clusterRoleSelectors?: readonly LabelSelector[] | null }
    | undefined
  if (!aggregation) return undefined
  const matchers = (aggregation.clusterRoleSelectors ?? []).map(compileSelector)
  if (matchers.includes(undefined)) return undefined
  const gathered = new Map<string, PolicyRule>()
  for (const matches of matchers.filter((one) => one !== undefined)) {
    for (const other of roles) {
      if (other.metadata.name === role.metadata.name || !matches(other.metadata.labels ?? {})) continue
      for (const rule of (getOwn(other, 'rules') ?? []) as readonly PolicyRule[]) {
        const key = keyOfRule(rule)
        if (!gathered.has(key)) gathered.set(key, rule)
      }
    }
  }
  return [...gathered.values()]
}

/** Rules with the same key grant the same. */
function keyOfRule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string {
  return JSON.stringify([verbs, apiGroups, resources, resourceNames, nonResourceURLs])
}

function compileSelector(selector: LabelSelector): LabelMatcher | undefined {
  try {
    return compileLabelSelector(selector)
  } catch (error) {
    if (isKubewrightError(error)) return undefined
    throw error
  }
}

/** A forced apply, as by the controller: rules written by hand are overwritten. */
function withRules(
  { fields, clock }: AggregationMachinery,
  kind: ServedKind,
  role: Draft,
  rules: readonly PolicyRule[],
): Draft {
  const apiVersion = apiVersionOf(kind)
  const time = timestamp(clock.now())
  if (rules.length > 0 && isFirstToFill(role)) return filledFirst(role, rules, { apiVersion, time })
  const wanted = rules.length === 0 ? {} : { rules: [...rules] }
  const configuration = { kind: kind.kind, apiVersion, metadata: { name: role.metadata.name! }, ...wanted }
  const writer = { manager, apiVersion, subresource: '', time, force: true }
  const next = fields.apply(kind, structuredClone(role), configuration, writer)
  const { rules: given = null, aggregationRule, ...rest } = next
  return { ...rest, rules: given, aggregationRule } as Draft
}

/**
 * Whether no manager owns rules and nothing has been applied: then the result of an apply is known in advance. Every server
 * fills its first roles before it answers its first request, and field management takes most of that time.
 */
function isFirstToFill({ metadata: { managedFields = [] } }: Draft): boolean {
  return managedFields.every(({ operation, fieldsV1 }) => operation === 'Update' && !hasRules(fieldsV1))
}

const hasRules = (fieldsV1: unknown) => Object.hasOwn((fieldsV1 ?? {}) as object, 'f:rules')

function filledFirst(
  role: Draft,
  rules: readonly PolicyRule[],
  entry: Pick<DraftManager, 'apiVersion' | 'time'>,
): Draft {
  const own: DraftManager = {
    manager,
    operation: 'Apply',
    ...entry,
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:rules': {} },
  }
  const { aggregationRule, rules: _none, ...rest } = structuredClone(role)
  const metadata = { ...rest.metadata, managedFields: [own, ...(role.metadata.managedFields ?? [])] }
  return { ...rest, metadata, rules: [...rules], aggregationRule } as Draft
}
