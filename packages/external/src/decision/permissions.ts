/** Permitted actions on an external resource. Observing it is always permitted. */

/** The calls that a controller may make for an object. */
export interface Permissions {
  readonly create: boolean
  readonly update: boolean
  readonly delete: boolean
  /** Unset fields of the spec may be filled in from the actual resource. */
  readonly lateInitialize: boolean
}

/** Permissions for every action on an external resource: the default. */
export const allPermissions: Permissions = { create: true, update: true, delete: true, lateInitialize: true }
/** Permissions for no action: the external resource is only observed. */
export const noPermissions: Permissions = { create: false, update: false, delete: false, lateInitialize: false }

/** The values of `spec.managementPolicies`; `*` permits every action. */
export const managementPolicies = ['Observe', 'Create', 'Update', 'Delete', 'LateInitialize', '*'] as const
/** A permitted action on an external resource, as listed in `spec.managementPolicies`. */
export type ManagementPolicy = (typeof managementPolicies)[number]

/**
 * Parses the annotation's initials: any of `C`, `U` and `D`, each at most once, in any case and order. Any other text, including `none`,
 * `read` and misspellings, permits no changes; without the annotation everything is permitted.
 *
 * @example
 * ```ts
 * parseAccess('CU') // => { create: true, update: true, delete: false, lateInitialize: true }
 * parseAccess('disabled') // => { create: false, update: false, delete: false, lateInitialize: false }
 * parseAccess(undefined).delete // => true
 * ```
 */
export function parseAccess(annotation: string | undefined): Permissions {
  if (annotation === undefined) return allPermissions
  const initials = annotation.trim().toUpperCase()
  const isKnown = /^[CUD]{1,3}$/.test(initials) && new Set(initials).size === initials.length
  if (!isKnown) return noPermissions
  const [create, update, remove] = ['C', 'U', 'D'].map((initial) => initials.includes(initial))
  return { create: create!, update: update!, delete: remove!, lateInitialize: update! }
}

/**
 * The permissions of the spec's policies. `undefined` is the same as `*`; an unknown policy permits nothing.
 *
 * @example
 * ```ts
 * permissionsOf(['Observe', 'Create']) // => { create: true, update: false, delete: false, lateInitialize: false }
 * permissionsOf(undefined).update // => true
 * ```
 */
export function permissionsOf(policies: readonly ManagementPolicy[] | undefined): Permissions {
  if (policies === undefined) return allPermissions
  if (!policies.every((policy) => managementPolicies.includes(policy))) return noPermissions
  if (policies.includes('*')) return allPermissions
  return {
    create: policies.includes('Create'),
    update: policies.includes('Update'),
    delete: policies.includes('Delete'),
    lateInitialize: policies.includes('LateInitialize'),
  }
}

/** The intersection of two permissions. */
export function intersectPermissions(one: Permissions, two: Permissions): Permissions {
  return {
    create: one.create && two.create,
    update: one.update && two.update,
    delete: one.delete && two.delete,
    lateInitialize: one.lateInitialize && two.lateInitialize,
  }
}
