/** The operation of a call in Kubernetes terms: verb, resource and object. Every error names it. */
import { formatRef } from '@kubewright/core'
import type { Scope } from '@kubewright/resource/definition'

/** The verb of a failed call, as errors, metrics and observers name it. */
export type Verb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'apply'
  | 'delete'
  | 'deletecollection'
  /** A raw request, with only a method and a path. */
  | 'request'

/** The call that an error is about. */
export interface Operation {
  readonly verb: Verb
  /** Absent for a raw request. */
  readonly resource?: ResourceName | undefined
  readonly subresource?: string | undefined
  readonly name?: string | undefined
  readonly namespace?: string | undefined
  /** Method and path of a raw request: `GET /version`. */
  readonly line?: string | undefined
}

/** The part of a handle that identifies the resource. */
export interface ResourceName {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural: string
  readonly scope: Scope
}

/** `deployments.apps`, or `pods` for the core group. */
export function formatResource({ group, plural }: Pick<ResourceName, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`
}

/** The operation as it follows "Cannot": `patch the status of deployments.apps default/web`. */
export function describeOperation(operation: Operation): string {
  const { verb, resource, subresource, line } = operation
  if (resource === undefined) return `${verb} ${line}`
  const word = verb === 'deletecollection' ? 'delete all' : verb
  const part = subresource === undefined ? '' : `the ${subresource} of `
  return `${word} ${part}${formatResource(resource)} ${describePlace(operation)}`.trimEnd()
}

const ofMany: ReadonlySet<Verb> = new Set(['list', 'watch', 'deletecollection'])

function describePlace({ verb, resource, name, namespace }: Operation): string {
  if (name !== undefined) return formatRef({ name, namespace })
  if (namespace !== undefined) return `in namespace ${namespace}`
  return ofMany.has(verb) && resource?.scope === 'Namespaced' ? 'in all namespaces' : ''
}
