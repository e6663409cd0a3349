/** A client whose writes have a default field manager: the name of the controller, as in `ctx.own` and `ctx.setStatus`. */
import type { Client } from '@kubewright/client'
import { aroundCalls } from '@kubewright/client/calls'

/**
 * Server-side apply removes the fields that its manager applied before and now leaves out. Controllers of one process must not share a
 * manager, or each removes the fields of the others.
 */
export function writingAs(fieldManager: string, client: Client): Client {
  return aroundCalls(client, (call, run) => {
    const { verb, resource, args } = call
    if (resource === undefined || !managed.test(verb)) return run()
    const at = takesWholeObject.has(verb) ? 1 : 2
    const options = args[at] as { readonly fieldManager?: string } | undefined
    // Invalid options are passed on: the client rejects them.
    if (options === null || typeof (options ?? {}) !== 'object') return run()
    const changed = [...args]
    changed[at] = { ...options, fieldManager: options?.fieldManager ?? fieldManager }
    return run(changed)
  })
}

const managed = /(?:^| )(?:create|update|patch|apply)$/

/** Verbs that take the object and then options. All others take a reference, a body, and then options. */
const takesWholeObject: ReadonlySet<string> = new Set(['create', 'update', 'apply', 'status update', 'status apply'])
