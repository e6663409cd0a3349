/** Calls as a server's audit names them, and the requests a fault of the server strikes for such a name. Pure. */
import type { AuditEvent, RequestMatch } from '@kubewright/apiserver'
import { type CallName, labelOf } from '../explore/call-name.ts'
import type { Moment } from '../explore/plan.ts'

/** Sent with everything that is not the process's own: its faults pass that by. */
export const ownAgent = 'kubewright-exploration'

/** Names of what is made stand in its body, which a fault does not read: such calls are counted together. */
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

/** The requests that `label` names: the reverse of `callOfAudit`. */
export function matchOf({ call, nth }: Moment): RequestMatch {
  const [verb = '', kind = '', object] = call.split(' ')
  const [named = '', subresource = ''] = kind.split('/')
  const [one, two] = object?.split('/') ?? []
  const isNamespace = two !== undefined || unnamed.has(verb)
  const name = two ?? (isNamespace ? undefined : one)
  return {
    verb: verb as 'get',
    kind: named,
    subresource,
    ...(isNamespace && one !== undefined ? { namespace: one } : {}),
    ...(name === undefined ? {} : { name }),
    ...ofProcess,
    nth,
    times: 1,
  }
}

/** Requests of the process, and nobody else's. */
export const ofProcess = { userAgent: new RegExp(`^(?!${ownAgent})`) } as const
