/** Group, version and kind: which type of object something is. */
import { coreErrors } from './errors.ts'

export interface GroupVersion {
  /** Empty for the core group. */
  readonly group: string
  readonly version: string
}

export interface GroupVersionKind extends GroupVersion {
  readonly kind: string
}

/**
 * `apps/v1`, or `v1` for the core group.
 *
 * @example
 * ```ts
 * formatApiVersion({ group: 'apps', version: 'v1' }) // => 'apps/v1'
 * ```
 */
export function formatApiVersion({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`
}

/** The inverse of `formatApiVersion`. */
export function parseApiVersion(apiVersion: string): GroupVersion {
  const parts = apiVersion.split('/')
  if (parts.length > 2 || parts.some((part) => part === '')) {
    throw coreErrors('KW_CORE_API_VERSION', {
      what: `read the apiVersion ${JSON.stringify(apiVersion)}`,
      why: 'it is neither a version nor group/version',
      next: "Write 'apps/v1', or 'v1' for the core group.",
      details: { given: apiVersion },
    })
  }
  return parts.length === 2 ? { group: parts[0]!, version: parts[1]! } : { group: '', version: parts[0]! }
}

/** The group and kind of an object, whatever its version: two versions of a kind are the same kind. */
export function isSameKind(left: TypeMeta, right: TypeMeta): boolean {
  return left.kind === right.kind && groupOf(left.apiVersion) === groupOf(right.apiVersion)
}

/** What says of an object which type it is. */
export interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
}

/**
 * `websites.web.example.dev`, or `pods` for the core group: how API servers and people name a type of object.
 *
 * @example
 * ```ts
 * formatGroupResource({ group: 'apps', plural: 'deployments' }) // => 'deployments.apps'
 * ```
 */
export function formatGroupResource({ group, plural }: { readonly group: string; readonly plural: string }): string {
  return group === '' ? plural : `${plural}.${group}`
}

/**
 * Sorts versions the way an API server prefers them: stable before beta before alpha, then the higher number; whatever
 * does not look like a Kubernetes version comes last, by the alphabet.
 *
 * @example
 * ```ts
 * ['v1alpha1', 'v1', 'foo', 'v2', 'v2beta3', 'v10'].sort(compareVersionPriority)
 * // => ['v10', 'v2', 'v1', 'v2beta3', 'v1alpha1', 'foo']
 * ```
 */
export function compareVersionPriority(left: string, right: string): number {
  const [one, other] = [rankOf(left), rankOf(right)]
  if (!one && !other) return left < right ? -1 : Number(left > right)
  if (!one || !other) return one ? -1 : 1
  for (const [index, rank] of one.entries()) if (rank !== other[index]) return rank > other[index]! ? -1 : 1
  return 0
}

const stages: Readonly<Record<string, bigint>> = { '': 3n, beta: 2n, alpha: 1n }

/** What decides the order, weightiest first: how stable, the major number, the minor number. */
function rankOf(version: string): readonly bigint[] | undefined {
  const [, major, stage = '', minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? []
  if (major === undefined) return undefined
  const numbers = [BigInt(major), BigInt(minor)]
  // A number the server cannot hold does not count as a version.
  return numbers.every((number) => number < 2n ** 63n) ? [stages[stage]!, ...numbers] : undefined
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
}
