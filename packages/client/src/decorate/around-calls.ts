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

const writes: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'apply', 'delete', 'deleteCollection'])
const verbs: ReadonlySet<string> = new Set(['get', ...writes])
/** Members of a client that have verbs of their own. */
const parts: ReadonlySet<string> = new Set(['status', 'scale', 'metadata'])

/**
 * Wraps reads of single objects and all writes of `client` in `around`. Lists and watches are not wrapped.
 *
 * Controllers decorate a client for every reconcile, most of which use few verbs: a verb is wrapped on access.
 */
export function aroundCalls(client: Client, around: AroundCall): Client {
  return membersReplaced(client, (name) => {
    if (verbs.has(name)) return wrapVerb(client, name, { prefix: '', around })
    if (parts.has(name)) return wrapVerbs(client[name as 'status'], `${name} `, around)
    if (name === 'subresource') return wrapSubresource(client, around)
    return name === 'request' ? wrapRequest(client, around) : undefined
  })
}

/** `target` with other members where `replacement` returns one. */
function membersReplaced<Target extends object>(target: Target, replacement: (name: string) => unknown): Target {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target)
      // Methods that the client does not have are not added.
      return member === undefined || typeof name === 'symbol' ? member : (replacement(name) ?? member)
    },
  })
}

function wrapVerbs<Verbs extends object>(part: Verbs, prefix: string, around: AroundCall): Verbs {
  return membersReplaced(part, (name) => (verbs.has(name) ? wrapVerb(part, name, { prefix, around }) : undefined))
}

function wrapSubresource(client: Client, around: AroundCall): Client['subresource'] {
  return (resource, subresource) => {
    const bound = client.subresource(resource, subresource)
    return membersReplaced(bound, (name) => {
      if (!verbs.has(name)) return undefined
      // These verbs are bound to the resource already: prepend it for the wrapper, then remove it again.
      const unbound = { [name]: (_: Resource, ...args: unknown[]) => call(bound, name, args) }
      const wrapped = wrapVerb(unbound, name, { prefix: `${subresource} `, around })
      return (...args: unknown[]) => wrapped(resource, ...args)
    })
  }
}

function wrapRequest(client: Client, around: AroundCall): Client['request'] {
  const request = (raw: RawRequest) => {
    const { method = 'GET', path } = raw
    const described = { verb: method, what: path, ref: undefined, writes: method !== 'GET', args: [raw] }
    return around(described, ([given = raw] = [raw]) => client.request(given as RawRequest))
  }
  return request as Client['request']
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
    const isWrite = writes.has(name)
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
