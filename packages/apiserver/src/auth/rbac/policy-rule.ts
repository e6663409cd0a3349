/** One rule of a role, and the accesses it allows. */
import type { Access, PathAccess, ResourceAccess } from '../authorization.ts'

export interface PolicyRule {
  readonly verbs?: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

export function ruleAllows(rule: PolicyRule, access: Access): boolean {
  if (!holds(rule.verbs, access.verb)) return false
  return access.isResource ? coversResource(rule, access) : coversPath(rule, access)
}

function coversResource(rule: PolicyRule, { group, resource, subresource, name }: ResourceAccess): boolean {
  if (!holds(rule.apiGroups, group)) return false
  const { resources = [], resourceNames = [] } = rule
  const isCovered =
    holds(resources, subresource === '' ? resource : `${resource}/${subresource}`) ||
    (subresource !== '' && resources.includes(`*/${subresource}`))
  return isCovered && (resourceNames.length === 0 || resourceNames.includes(name))
}

function coversPath({ nonResourceURLs = [] }: PolicyRule, { path }: PathAccess): boolean {
  return nonResourceURLs.some((pattern) => pathCovers(pattern, path))
}

/** A pattern is a path, or a prefix followed by a star. */
export function pathCovers(pattern: string, path: string): boolean {
  return pattern === path || (pattern.endsWith('*') && path.startsWith(withoutStars(pattern)))
}

function withoutStars(pattern: string): string {
  let end = pattern.length
  while (pattern[end - 1] === '*') end--
  return pattern.slice(0, end)
}

function holds(values: readonly string[] | undefined, value: string): boolean {
  return values !== undefined && (values.includes('*') || values.includes(value))
}
