/** Which setting of an object forbids an action, for messages. Pure. */
import type { KubeObject } from '@kubewright/core'
import type { Decision, Refusal } from '../decision/decide.ts'
import { parseAccess, type Permissions, permissionsOf } from '../decision/permissions.ts'
import { accessAnnotation } from '../names.ts'
import type { Machine } from './machine.ts'

type Action = Exclude<keyof Permissions, 'lateInitialize'>

const names: Readonly<Record<Action, string>> = { create: 'Create', update: 'Update', delete: 'Delete' }

const needed: Partial<Readonly<Record<Refusal, readonly Action[]>>> = {
  CreateForbidden: ['create'],
  UpdateForbidden: ['update'],
  RecreateForbidden: ['delete', 'create'],
}

/** The actions without which a refused step is impossible. */
export function neededActions(decision: Decision): readonly Action[] {
  return decision.does === 'refuse' ? (needed[decision.why] ?? []) : []
}

/**
 * `the annotation kubewright.dev/access-permissions does not permit Create`; `undefined` if all of `actions` are permitted.
 *
 * Policies come from `spec.managementPolicies`, or from the controller's option `policies`.
 */
export function forbiddenBy(
  { policies }: Pick<Machine, 'policies'>,
  object: KubeObject,
  actions: readonly Action[],
): string | undefined {
  const access = parseAccess(object.metadata.annotations?.[accessAnnotation])
  const managed = permissionsOf(policies(object))
  const limits = [
    ...limitOf(`the annotation ${accessAnnotation} does`, access, actions),
    ...limitOf('its management policies do', managed, actions),
  ]
  return limits.length === 0 ? undefined : limits.join(', and ')
}

function limitOf(setting: string, permissions: Permissions, actions: readonly Action[]): readonly string[] {
  const forbidden = actions.filter((action) => !permissions[action]).map((action) => names[action])
  return forbidden.length === 0 ? [] : [`${setting} not permit ${forbidden.join(' and ')}`]
}
