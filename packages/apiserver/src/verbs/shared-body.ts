/** Shares the response body among concurrent identical list requests. */
import type { Store } from '../storage/store.ts'
import type { Call } from '../kinds/call.ts'

/** Smaller bodies are not shared. */
const leastBytes = 64 * 1024
const mostRemembered = 64

/** Bodies in use, by request. */
const bodies = new WeakMap<Store, Map<string, WeakRef<Buffer>>>()

/**
 * @param revision of the list; the request determines the rest
 * @param make builds the body, if there is none to share
 */
export function sharedBody({ server, request, kind }: Call, revision: number, make: () => Buffer): Buffer {
  const known = bodiesOf(server.store)
  const key = `${revision} ${kind.group}/${kind.version} ${request.path}?${request.query.toString()}`
  const shared = known.get(key)?.deref()
  if (shared !== undefined) return shared
  const body = make()
  if (body.length < leastBytes) return body
  if (known.size >= mostRemembered) known.clear()
  known.set(key, new WeakRef(body))
  return body
}

function bodiesOf(store: Store): Map<string, WeakRef<Buffer>> {
  let known = bodies.get(store)
  if (known === undefined) bodies.set(store, (known = new Map()))
  return known
}
