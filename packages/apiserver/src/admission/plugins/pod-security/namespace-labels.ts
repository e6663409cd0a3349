/** PodSecurity for namespaces: validates their labels, and warns of existing pods that violate a new enforce level. */
import type { Pod } from '@kubewright/kubernetes/core/v1'
import { deepEqual } from '@kubewright/core/json'
import type { Unvalidated } from '../../../object/unvalidated.ts'
import { invalidObject } from '../../../status/failures.ts'
import type { Attributes } from '../../../kinds/admission.ts'
import type { StoredObjects } from '../stored-objects.ts'
import { evaluate, formatReasons } from './evaluate.ts'
import { compareLevels, formatLevelVersion, isSameVersion, type LevelVersion, readPodPolicy } from './policy.ts'

/** At most this many pods are checked. */
const mostPods = 3_000

export function checkNamespace(objects: StoredObjects, attributes: Attributes): void {
  const { kind, name, object, oldObject } = attributes
  if (object === undefined) return
  const next = readPodPolicy(object.metadata.labels ?? {})
  const old = oldObject && readPodPolicy(oldObject.metadata.labels ?? {})
  if (next.problems.length > 0 && !(old && deepEqual(next.problems, old.problems))) {
    throw invalidObject(kind, name, next.problems)
  }
  if (old === undefined || !isStricter(next.policy.enforce, old.policy.enforce)) return
  for (const warning of warningsFor(objects, object.metadata.name ?? '', next.policy.enforce)) attributes.warn(warning)
}

/** A different version may be stricter at any level. */
function isStricter(next: LevelVersion, old: LevelVersion): boolean {
  if (isSameVersion(next, old) || next.level === 'privileged') return false
  return next.minor !== old.minor || compareLevels(next.level, old.level) > 0
}

function warningsFor(objects: StoredObjects, namespace: string, enforce: LevelVersion): readonly string[] {
  const pods = uniqueOwnersFirst(objects.list<Pod>('', 'pods', namespace))
  const checked = pods.slice(0, mostPods)
  const names = new Map<string, string[]>()
  for (const { metadata, spec = {} } of checked) {
    const findings = evaluate(enforce, { annotations: metadata?.annotations ?? {}, spec })
    if (findings.length === 0) continue
    const reasons = formatReasons(findings)
    names.set(reasons, [...(names.get(reasons) ?? []), metadata?.name ?? ''])
  }
  const warnings: string[] = []
  if (checked.length < pods.length) {
    warnings.push(
      `new PodSecurity enforce level only checked against the first ${checked.length} of ${pods.length} existing pods`,
    )
  }
  if (names.size === 0) return warnings
  const level = formatLevelVersion(enforce)
  warnings.push(`existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${level}"`)
  return [...warnings, ...[...names].map(([reasons, of]) => `${podList(of)}: ${reasons}`).sort()]
}

/** The first pod by name, and the number of others. */
function podList(names: readonly string[]): string {
  const [first] = [...names].sort()
  const others = names.length - 1
  if (others === 0) return first!
  return `${first} (and ${others} other ${others === 1 ? 'pod' : 'pods'})`
}

/** Pods of one owner are alike: one pod of each owner is checked before the rest. */
function uniqueOwnersFirst(pods: readonly Unvalidated<Pod>[]): readonly Unvalidated<Pod>[] {
  const seen = new Set<string>()
  const [first, rest]: [Unvalidated<Pod>[], Unvalidated<Pod>[]] = [[], []]
  for (const pod of pods) {
    const owner = pod.metadata?.ownerReferences?.find(({ controller }) => controller)?.uid
    if (owner !== undefined && seen.has(owner)) rest.push(pod)
    else first.push(pod)
    if (owner !== undefined) seen.add(owner)
  }
  return [...first, ...rest]
}
