/** What a recorded role grants, compared with the permissions of the operator that wrote it. Pure. */
import type { RequiredRule } from '@kubewright/manager/permissions'
import { allows, type UsedGrant } from './compare-grants.ts'

/**
 * The permissions in a role that its writer does not hold.
 *
 * @param namespace where the role or binding grants them; `undefined` for everywhere
 */
export function notHeld(
  role: UsedGrant,
  held: readonly RequiredRule[],
  namespace: string | undefined,
): readonly UsedGrant[] {
  const place = namespace === undefined ? {} : { namespace }
  const granted = (role.rules ?? []).flatMap(singleGrants).map((one) => ({ ...one, ...place }))
  return granted.filter((one) => isPath(one) || !held.some((rule) => allows(rule, one)))
}

/** Generated roles have no rules for paths, so `get /metrics` counts as not held. */
function isPath({ resource }: UsedGrant): boolean {
  return resource.startsWith('/')
}

/** One for each verb, resource and name. The rule is as it was sent, so it may have any shape. */
function singleGrants(rule: unknown): readonly UsedGrant[] {
  const { apiGroups, resources, resourceNames, verbs, nonResourceURLs } = (rule ?? {}) as Record<string, unknown>
  return textsOf(verbs).flatMap((verb) => [
    ...textsOf(nonResourceURLs).map((path) => ({ verb, group: '', resource: path })),
    ...textsOf(apiGroups).flatMap((group) =>
      textsOf(resources).flatMap((resource) => named({ verb, group, resource }, textsOf(resourceNames))),
    ),
  ])
}

function named(grant: UsedGrant, names: readonly string[]): readonly UsedGrant[] {
  return names.length === 0 ? [grant] : names.map((name) => ({ ...grant, name }))
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}
