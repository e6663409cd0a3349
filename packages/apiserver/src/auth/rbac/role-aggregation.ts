/**
 * Cluster roles that gather the rules of others: `admin`, `edit`, `view`, and whatever people add. In a cluster a controller
 * does this; the embedded server does it by itself, right after the write that made it necessary.
 */
import {
  compileLabelSelector,
  deepEqual,
  isKubewrightError,
  type LabelMatcher,
  type LabelSelector,
} from '@kubewright/core'
import { apiVersionOf, type ServedKind } from '../../kinds/served-kind.ts'
import { type Draft, draftOf, textOf } from '../../object/draft.ts'
import type { Collection } from '../../storage/collection.ts'
import type { Version } from '../../storage/version.ts'
import { type Machinery, timestamp } from '../../verbs/call.ts'
import type { PolicyRule } from './policy-rule.ts'

/** Whom the rules it writes belong to. */
const manager = 'clusterrole-aggregation-controller'

/** A round that changes a role may call for another. Roles that feed each other in a circle may never come to rest. */
const roundLimit = 16

export type AggregationMachinery = Pick<Machinery, 'kinds' | 'store' | 'fields' | 'clock'>

/** Starts at once with what is there. Disposing it stops the gathering. */
export function startRoleAggregation(machinery: AggregationMachinery): Disposable {
  const kind = machinery.kinds.find('rbac.authorization.k8s.io', 'v1', 'clusterroles')!
  const roles = machinery.store.collection(kind.storage.collection)
  let isStopped = false
  // While a gathering is planned or under way, changes call for no other: it sees them itself.
  let isPlanned = true
  const gather = () => {
    if (!isStopped) gatherAll(machinery, kind, roles)
    isPlanned = false
  }
  // Not inside the write itself: those who listen must hear of that one first.
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
  for (let round = 0; round < roundLimit; round++) {
    if (!gatherOnce(machinery, kind, roles)) return
  }
}

/** Roles are read far more often than written. A draft read here is never changed. */
const readRoles = new WeakMap<Version, Draft>()

function readRole(version: Version): Draft {
  const known = readRoles.get(version) ?? draftOf(version.object.text)
  readRoles.set(version, known)
  return known
}

/** Whether anything changed. */
function gatherOnce(machinery: AggregationMachinery, kind: ServedKind, roles: Collection): boolean {
  const versions = roles.range({}).versions
  const drafts = versions.map(readRole)
  let hasChanged = false
  for (const [at, role] of drafts.entries()) {
    const rules = gatheredRules(role, drafts)
    if (rules === undefined || deepEqual(rules, role['rules'] ?? [])) continue
    const next = withRules(machinery, kind, role, rules)
    drafts[at] = next
    const { key, revision } = versions[at]!
    roles.put(key, revision, (at) => ({ text: textOf(next, String(at)), labels: next.metadata.labels }))
    hasChanged = true
  }
  return hasChanged
}

/** `undefined` for a role that gathers nothing, or by a selector that cannot be read. Pure. */
export function gatheredRules(role: Draft, roles: readonly Draft[]): readonly PolicyRule[] | undefined {
  const aggregation = role['aggregationRule'] as { clusterRoleSelectors?: readonly LabelSelector[] | null } | undefined
  if (!aggregation) return undefined
  const matchers = (aggregation.clusterRoleSelectors ?? []).map(compileSelector)
  if (matchers.includes(undefined)) return undefined
  const gathered: PolicyRule[] = []
  for (const matches of matchers.filter((one) => one !== undefined)) {
    for (const other of roles) {
      if (other.metadata.name === role.metadata.name || !matches(other.metadata.labels ?? {})) continue
      for (const rule of (other['rules'] ?? []) as readonly PolicyRule[]) {
        if (!gathered.some((known) => deepEqual(known, rule))) gathered.push(rule)
      }
    }
  }
  return gathered
}

function compileSelector(selector: LabelSelector): LabelMatcher | undefined {
  try {
    return compileLabelSelector(selector)
  } catch (error) {
    if (isKubewrightError(error)) return undefined
    throw error
  }
}

/** Applied by force, as the controller does: whoever wrote the rules by hand loses them. */
function withRules(
  { fields, clock }: AggregationMachinery,
  kind: ServedKind,
  role: Draft,
  rules: readonly PolicyRule[],
): Draft {
  const apiVersion = apiVersionOf(kind)
  const wanted = rules.length === 0 ? {} : { rules: [...rules] }
  const configuration = { kind: kind.kind, apiVersion, metadata: { name: role.metadata.name! }, ...wanted }
  const writer = { manager, apiVersion, subresource: '', time: timestamp(clock.now()), force: true }
  const next = fields.apply(kind, structuredClone(role), configuration, writer)
  const { rules: given = null, aggregationRule, ...rest } = next
  return { ...rest, rules: given, aggregationRule } as Draft
}
