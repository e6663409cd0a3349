/** Validates URL path segments. Handles and names may come from a user, at run time. */
import { nameProblems } from '@kubewright/core/object'
import type { ResourceName } from '../error/operation.ts'
import { describeValue } from './check-options.ts'

/** Fast path for almost all names. Dots alone would change the path. */
const plain = /^(?!\.+$)[\w.-]+$/

/** Why `value` cannot be one path segment, as the end of a sentence; empty if it can. */
export function segmentProblems(value: unknown): readonly string[] {
  if (typeof value !== 'string') return ['is not text']
  if (plain.test(value)) return []
  if (value === '') return ['is empty']
  return isWellFormed(value) ? nameProblems('pathSegment', value) : ['contains an unpaired surrogate']
}

type Path = Pick<ResourceName, 'group' | 'version' | 'plural' | 'scope'>

/** Whether it is a handle at all: callers pass the name of a kind, or a missing import. */
export function isHandle(resource: unknown): resource is Path {
  return typeof resource === 'object' && resource !== null && 'plural' in resource
}

/** Why a resource, or a subresource of it, cannot be part of a path. */
export function resourceProblem(resource: Path, subresource?: string): string | undefined {
  if (!isHandle(resource)) return `${describeValue(resource)} is not the handle of a kind`
  const { group, version, plural, scope } = resource
  if (scope !== 'Namespaced' && scope !== 'Cluster') {
    return `the scope ${describeValue(scope)} is neither Namespaced nor Cluster`
  }
  if (group !== '') {
    const problem = problemOf('group', group)
    if (problem !== undefined) return problem
  }
  return problemOf('version', version) ?? problemOf('plural', plural) ?? subresourceProblem(subresource)
}

/** Some subresources have several segments: `proxy/metrics`. */
function subresourceProblem(subresource: unknown): string | undefined {
  if (typeof subresource !== 'string') return subresource === undefined ? undefined : 'the subresource is not text'
  for (const part of subresource.split('/')) {
    const problem = problemOf('subresource', part)
    if (problem !== undefined) return problem
  }
  return undefined
}

function problemOf(part: string, value: unknown): string | undefined {
  const problems = segmentProblems(value)
  return problems.length === 0 ? undefined : `the ${part} ${JSON.stringify(value)} ${problems.join(' and ')}`
}

/** Whether all surrogates are paired: otherwise the text cannot be encoded. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}
