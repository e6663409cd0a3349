/** GET of one object. */
import type { ServedSubresource } from '../kinds/served-kind.ts'
import { draftOf } from '../object/draft.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { versionProblem } from '../request/list-options.ts'
import { badRequest, plainFailure, resourceVersionTooLarge } from '../status/failures.ts'
import { type Call, readStored } from '../kinds/call.ts'
import { negotiateFor, respondWithObject, respondWithStored } from './respond.ts'

export async function get(call: Call, subresource?: ServedSubresource): Promise<ServerResponse> {
  negotiateFor(call)
  refuseExport(call)
  refuseFuture(call)
  const version = readStored(call)
  if (subresource?.view === undefined) return respondWithStored(call, version)
  const [object] = await call.kind.storage.read([draftOf(version.object.text)])
  return respondWithObject(
    call,
    200,
    subresource.view.show?.(object!) ?? subresource.view.project(object!),
    subresource,
  )
}

/** A read may require a minimum revision, but not one in the future. */
function refuseFuture({ server, request }: Call): void {
  const text = request.query.get('resourceVersion') ?? ''
  if (text === '') return
  const problem = versionProblem(text)
  if (problem !== undefined) throw plainFailure(problem)
  if (Number(text) > server.store.revision) throw resourceVersionTooLarge(text, server.store.revision)
}

function refuseExport({ request: { query } }: Call): void {
  const asked = query.get('export')
  if (asked === null || ['', '0', 'false'].includes(asked)) return
  throw badRequest('the export parameter, deprecated since v1.14, is no longer supported')
}
