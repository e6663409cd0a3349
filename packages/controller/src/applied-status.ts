/** Which parts of an object's status are a controller's own: what it applied last, or what the server says it did. */
import { isJsonObject, type KubeObject } from '@kubewright/core'
import { appliedFields } from './owned-fields.ts'

export interface AppliedStatus {
  readonly fields: ReadonlySet<string>
  /** Types of conditions. */
  readonly conditions: ReadonlySet<string>
}

type Status = Readonly<Record<string, unknown>> & { readonly conditions?: readonly { readonly type: string }[] }

export function appliedStatusOf({ conditions = [], ...fields }: Status): AppliedStatus {
  return { fields: new Set(Object.keys(fields)), conditions: new Set(conditions.map(({ type }) => type)) }
}

/** From the server's bookkeeping: `object` has its managed fields. */
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
