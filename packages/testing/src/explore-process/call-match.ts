/** Names of calls in the server's audit log, and the fault matches for these names. Pure. */
import type { AuditEvent, RequestMatch } from '@kubewright/apiserver'
import { type CallName, labelOf } from '../requests/call-name.ts'
import type { Moment } from '../explore/plan/plan.ts'

/** User agent of all requests that are not the process's. Faults do not apply to them. */
export const ownAgent = 'kubewright-exploration'

/** The name of an object to create is in the request body, which a fault does not read: creates in a namespace are counted together. */
export function callOfAudit({ verb, objectRef, responseObject }: AuditEvent): CallName | undefined {
  if (objectRef === undefined) return undefined
  const { resource: plural, apiGroup: group = '', apiVersion, namespace, subresource } = objectRef
  const resource = subresource === undefined ? plural : `${plural}/${subresource}`
  const isMaking = verb === 'create' && subresource === undefined
  const named = isMaking ? undefined : objectRef.name
  const made = (responseObject as { readonly metadata?: { readonly name?: string } } | undefined)?.metadata?.name
  const collection = group === '' ? `/api/v1/${plural}` : `/apis/${group}/${apiVersion}/${plural}`
  const label = labelOf({ verb, group, resource, namespace, name: named })
  return { verb, group, resource, namespace, name: isMaking ? (made ?? objectRef.name) : named, collection, label }
}

const unnamed = new Set(['create', 'list', 'watch', 'deletecollection'])

/** The requests that a call label matches: the inverse of `callOfAudit`. */
export function matchOf({ call, nth }: Moment): RequestMatch {
  const [verb = '', kind = '', object] = call.split(' ')
  const [named = '', subresource = ''] = kind.split('/')
  const [one, two] = object?.split('/') ?? []
  const isNamespace = two !== undefined || unnamed.has(verb)
  const name = two ?? (isNamespace ? undefined : one)
  return {
    verb: verb as 'get',
    kind: kindNamed(named),
    subresource,
    ...(isNamespace && one !== undefined ? { namespace: one } : {}),
    ...(name === undefined ? {} : { name }),
    ...ofProcess,
    nth,
    times: 1,
  }
}

/** As an object: a kind as text must be installed when the fault is set, but a process may ask for one that is not. */
export function kindNamed(name: string): { readonly group: string; readonly plural: string } {
  const [plural = '', ...group] = name.split('.')
  return { group: group.join('.'), plural }
}

/** Matches only requests of the process. */
export const ofProcess = { userAgent: new RegExp(`^(?!${ownAgent})`) } as const
