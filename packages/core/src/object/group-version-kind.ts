/** Group, version and kind: the type of an object. */
import { coreErrors } from '../errors.ts'

/** An API group and a version of it. */
export interface GroupVersion {
  /** Empty for the core group. */
  readonly group: string
  readonly version: string
}

/** The type of an object: API group, version and kind. */
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

/** Compares group and kind and ignores the version: two versions of a kind are the same kind. */
export function isSameKind(left: TypeMeta, right: TypeMeta): boolean {
  return left.kind === right.kind && groupOf(left.apiVersion) === groupOf(right.apiVersion)
}

/** The type of an object, as stored in it. */
export interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
}

/**
 * `websites.web.example.dev`, or `pods` for the core group: how API servers and users name a resource type.
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
 * Sorts versions by API server preference: stable before beta before alpha, then the higher number; names that are not Kubernetes
 * versions come last, alphabetically.
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

/** Sort key, most significant first: stability, major number, minor number. */
function rankOf(version: string): readonly bigint[] | undefined {
  const [, major, stage = '', minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? []
  if (major === undefined) return undefined
  const numbers = [BigInt(major), BigInt(minor)]
  // A number the server cannot represent does not count as a version.
  return numbers.every((number) => number < 2n ** 63n) ? [stages[stage]!, ...numbers] : undefined
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
}
