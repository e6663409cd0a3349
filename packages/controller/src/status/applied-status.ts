/** The parts of an object's status that a controller owns: as it last applied them, or as `managedFields` records them. */
import type { KubeObject } from '@kubewright/core'
import { isJsonObject } from '@kubewright/core/json'
import { appliedFields } from '../managed-fields/owned-fields.ts'

export interface AppliedStatus {
  readonly fields: ReadonlySet<string>
  /** Condition types. */
  readonly conditions: ReadonlySet<string>
}

type Status = Readonly<Record<string, unknown>> & { readonly conditions?: readonly { readonly type: string }[] }

export function appliedStatusOf({ conditions = [], ...fields }: Status): AppliedStatus {
  return { fields: new Set(Object.keys(fields)), conditions: new Set(conditions.map(({ type }) => type)) }
}

/** Read from `managedFields`, which `object` must have. */
export function appliedStatusIn(object: KubeObject, manager: string): AppliedStatus {
  const status = memberOf(appliedFields(object, manager, 'status'), 'f:status')
  const types = Object.keys(memberOf(status, 'f:conditions')).flatMap((name) =>
    name.startsWith('k:') ? [(JSON.parse(name.slice(2)) as { readonly type: string }).type] : [],
  )
  const fields = Object.keys(status).flatMap((name) => (name.startsWith('f:') ? [name.slice(2)] : []))
  return { fields: new Set(fields.filter((field) => field !== 'conditions')), conditions: new Set(types) }
}

function memberOf(fields: unknown, name: string): Readonly<Record<string, unknown>> {
  const member = isJsonObject(fields) ? fields[name] : undefined
  return isJsonObject(member) ? member : {}
}
