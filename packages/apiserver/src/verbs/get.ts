/** GET of one object. */
import type { ServedSubresource } from '../kinds/served-kind.ts'
import { draftOf } from '../object/draft.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { badRequest, resourceVersionTooLarge } from '../status/failures.ts'
import { type Call, readStored } from './call.ts'
import { respondWithObject, respondWithStored } from './respond.ts'

export async function get(call: Call, subresource?: ServedSubresource): Promise<ServerResponse> {
  refuseFuture(call)
  const version = readStored(call)
  if (subresource?.view === undefined) return respondWithStored(call, version)
  const [object] = await call.kind.storage.read([draftOf(version.object.text)])
  return respondWithObject(call, 200, subresource.view.show?.(object!) ?? subresource.view.project(object!), subresource)
}

/** A reader may ask for something no older than a revision, but not than one that has not happened. */
function refuseFuture({ server, request }: Call): void {
  const text = request.query.get('resourceVersion') ?? ''
  if (text === '' || text === '0') return
  if (!/^\d+$/.test(text)) {
    throw badRequest(
      `invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
    )
  }
  if (Number(text) > server.store.revision) throw resourceVersionTooLarge(text, server.store.revision)
}
