/** Renders the response to a request for one object. */
import type { ServedSubresource } from '../kinds/served-kind.ts'
import { type Draft, draftOf } from '../object/draft.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { builtInMediaTypes, negotiate, type Negotiated } from '../request/negotiation.ts'
import { notAcceptable } from '../status/failures.ts'
import type { Version } from '../storage/version.ts'
import type { Call } from '../kinds/call.ts'
import type { Modified } from './modify.ts'
import { answer, encode } from '../rendering/encode.ts'
import { goTypeOf, isPlain, partialOf, readIncludeObject, tableOf } from '../rendering/render.ts'

/** Content negotiation. Runs before the work, so that nothing is stored for a caller that accepts no available format. */
export function negotiateFor({ request }: Pick<Call, 'request'>): Negotiated {
  return negotiate(request, {
    renderings: ['Object', 'Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'],
    mediaTypes: builtInMediaTypes,
  })
}

export function respondWithObject(
  call: Call,
  status: number,
  object: Draft,
  subresource?: ServedSubresource,
): ServerResponse {
  const form = negotiateFor(call)
  const { table } = subresource ?? {}
  const isRendered = subresource === undefined || subresource.kind === call.kind.kind || table !== undefined
  const shown = table === undefined ? call : { ...call, kind: { ...call.kind, table } }
  return answer(status, encode(isRendered ? renderOne(shown, object, form) : object, form), form.mediaType)
}

/** The same for an unmodified stored object, whose text is sent unchanged. */
export async function respondWithStored(call: Call, version: Version, status = 200): Promise<ServerResponse> {
  const form = negotiateFor(call)
  if (isPlain(call.kind, form)) return answer(status, `${version.object.text}\n`)
  const object = await readVersion(call, version)
  return answer(status, encode(renderOne(call, object, form), form), form.mediaType)
}

/** The same for a modified object, or for a subresource's view of it. */
export async function respondWithModified(
  call: Call,
  modified: Modified,
  subresource: ServedSubresource | undefined,
): Promise<ServerResponse> {
  if ('version' in modified && subresource === undefined) return await respondWithStored(call, modified.version)
  const object = 'object' in modified ? modified.object : await readVersion(call, modified.version)
  return respondWithObject(call, 200, subresource?.view?.project(object) ?? object, subresource)
}

async function readVersion({ kind }: Call, { object: { text } }: Version): Promise<Draft> {
  const [object] = await kind.storage.read([draftOf(text)])
  return object!
}

function renderOne({ server, kind, request }: Call, object: Draft, form: Negotiated): unknown {
  switch (form.rendering) {
    case 'Object':
      return object
    case 'PartialObjectMetadata':
      return partialOf(object, form.version)
    case 'PartialObjectMetadataList':
      throw notAcceptable(
        `you requested PartialObjectMetadataList, but the requested object is not a list (${goTypeOf(kind, kind.kind)})`,
      )
    case 'Table':
      return tableOf(kind.table, [object], {
        version: form.version,
        include: readIncludeObject(request.query),
        nowMs: server.clock.now(),
        metadata: { resourceVersion: object.metadata.resourceVersion ?? '' },
        hasColumns: true,
      })
  }
}
