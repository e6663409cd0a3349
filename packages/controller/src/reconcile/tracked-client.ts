/** A client whose calls are recorded in a ledger, to detect calls that are not awaited. */
import type { Client } from '@kubewright/client'
import type { CallKind, CallLedger } from './call-ledger.ts'

type Verb = (...args: readonly unknown[]) => unknown

const writes: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'apply', 'delete', 'deleteCollection'])
/** Members of a client that have verbs of their own. */
const parts: ReadonlySet<string> = new Set(['status', 'scale', 'metadata'])

/** Created for every reconcile, most of which use few verbs: verbs are wrapped on access. */
export function trackedClient(client: Client, ledger: CallLedger, name = 'client'): Client {
  return tracked(client, name, ledger)
}

function tracked<Verbs extends object>(verbs: Verbs, of: string, ledger: CallLedger): Verbs {
  return new Proxy(verbs, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof name === 'symbol') return member
      if (typeof member === 'function') return trackedVerb(member.bind(target) as Verb, of, name, ledger)
      return parts.has(name) ? tracked(member as object, `${of}.${name}`, ledger) : member
    },
  })
}

/** Tracks calls that return promises. Lists and watches are lazy iterables, which send nothing before they are read. */
function trackedVerb(verb: Verb, of: string, name: string, ledger: CallLedger): Verb {
  const kind: CallKind = { name: `${of}.${name}`, isWrite: writes.has(name) }
  return function trackedCall(...args) {
    const result = verb(...args)
    if (result instanceof Promise) return ledger.track(kind, result, trackedCall)
    return name === 'subresource' ? tracked(result as object, `${of}.subresource`, ledger) : result
  }
}
