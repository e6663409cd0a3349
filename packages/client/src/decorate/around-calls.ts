/** Decorates a client: wraps its calls, for example with a span, a permission check or a count. */
import type { Ref } from '@kubewright/core'
import { formatGroupResource } from '@kubewright/core/object'
import type { Resource } from '@kubewright/resource'
import type { Client } from '../client.ts'
import type { RawRequest } from '../surface/raw-request.ts'

/** One call of a decorated client. */
export interface ClientCall {
  /** `get`, `apply`, …; `status apply` for a subresource; the method for a raw request. */
  readonly verb: string
  /** `deployments.apps`; the path for a raw request. */
  readonly what: string
  /** The object of the call; `undefined` for a collection, or if the server generates the name. */
  readonly ref: Partial<Ref> | undefined
  readonly writes: boolean
  /** `undefined` for a raw request. */
  readonly resource?: Resource
  /** The arguments after the resource: the reference or the object, then patch and options. */
  readonly args: readonly unknown[]
}

/** Makes the call with `run`, with other arguments if they are given, or throws. */
export type AroundCall = <Result>(
  call: ClientCall,
  run: (args?: readonly unknown[]) => Promise<Result>,
) => Promise<Result>

type Verb = (resource: Resource, ...args: readonly unknown[]) => Promise<unknown>

const reads = ['get']
const writes = ['create', 'update', 'patch', 'apply', 'delete', 'deleteCollection']

/** Wraps reads of single objects and all writes of `client` in `around`. Lists and watches are not wrapped. */
export function aroundCalls(client: Client, around: AroundCall): Client {
  const wrap = <Verbs extends object>(verbs: Verbs, prefix = ''): Verbs => {
    const named = [...reads, ...writes].filter((name) => name in verbs)
    const wrapped = named.map((name) => [name, wrapVerb(verbs, name, { prefix, around })])
    return { ...verbs, ...Object.fromEntries(wrapped) }
  }
  return {
    ...wrap(client),
    status: wrap(client.status, 'status '),
    scale: wrap(client.scale, 'scale '),
    metadata: wrap(client.metadata, 'metadata '),
    subresource: (resource, name) => {
      const verbs = client.subresource(resource, name)
      const bound = [...reads, ...writes].filter((verb) => verb in verbs)
      // These verbs are bound to the resource already: prepend it for the wrapper, then remove it again.
      const unbound = bound.map((verb) => [verb, (_: Resource, ...args: unknown[]) => call(verbs, verb, args)])
      const wrapped = wrap(Object.fromEntries(unbound) as object, `${name} `) as Record<string, Verb>
      const rebound = bound.map((verb) => [verb, (...args: unknown[]) => wrapped[verb]!(resource, ...args)])
      return { ...verbs, ...Object.fromEntries(rebound) } as typeof verbs
    },
    request: ((raw: RawRequest) => {
      const { method = 'GET', path } = raw
      const described = { verb: method, what: path, ref: undefined, writes: method !== 'GET', args: [raw] }
      return around(described, ([request = raw] = [raw]) => client.request(request as RawRequest))
    }) as Client['request'],
  }
}

function call(verbs: object, name: string, args: readonly unknown[]): Promise<unknown> {
  return (verbs as Record<string, (...args: readonly unknown[]) => Promise<unknown>>)[name]!(...args)
}

function wrapVerb(
  verbs: object,
  name: string,
  { prefix, around }: { readonly prefix: string; readonly around: AroundCall },
): Verb {
  return (resource, ...args) => {
    const what = formatGroupResource(resource)
    const isWrite = writes.includes(name)
    const described = { verb: `${prefix}${name}`, what, ref: refIn(args[0]), writes: isWrite, resource, args }
    return around(described, (changed = args) => call(verbs, name, [resource, ...changed]))
  }
}

/** A verb takes a reference or the object itself. */
function refIn(subject: unknown): Partial<Ref> | undefined {
  if (typeof subject !== 'object' || subject === null) return undefined
  const { name, namespace } = ('metadata' in subject ? (subject.metadata ?? {}) : subject) as Partial<Ref>
  if (name === undefined) return undefined
  return namespace === undefined ? { name } : { name, namespace }
}
