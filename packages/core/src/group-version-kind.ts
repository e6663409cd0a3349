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
