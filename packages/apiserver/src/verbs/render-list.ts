/** Renders the response to a list request. */
import { apiVersionOf, type ServedKind } from '../kinds/served-kind.ts'
import { type Draft, draftOf } from '../object/draft.ts'
import type { ServerResponse } from '../request/exchange.ts'
import type { Negotiated } from '../request/negotiation.ts'
import { notAcceptable } from '../status/failures.ts'
import type { Call } from '../kinds/call.ts'
import { answer, encode } from '../rendering/encode.ts'
import { joinTexts } from './join-texts.ts'
import type { ListPage } from './list.ts'
import { goTypeOf, isPlain, partialOf, readIncludeObject, tableOf } from '../rendering/render.ts'
import { negotiateFor } from './respond.ts'
import { sharedBody } from './shared-body.ts'

/** A shorter list is faster to build than to look up. */
const sharedLength = 16

export async function renderList(call: Call, page: ListPage): Promise<ServerResponse> {
  const { kind } = call
  const form = negotiateFor(call)
  const metadata = metadataOf(page)
  if (isPlain(kind, form)) {
    const join = () => joinTexts(kind, page.versions, listMetadata(kind, metadata))
    return answer(200, page.versions.length < sharedLength ? join() : sharedBody(call, page.revision, join))
  }
  const objects = await kind.storage.read(page.versions.map(({ object }) => draftOf(object.text)))
  return answer(200, encode(listOf(call, objects, metadata, form), form), form.mediaType)
}

function listOf(
  { server, kind, request }: Call,
  objects: readonly Draft[],
  metadata: object,
  form: Negotiated,
): object {
  switch (form.rendering) {
    case 'Object':
      return {
        kind: kind.listKind,
        apiVersion: apiVersionOf(kind),
        metadata: listMetadata(kind, metadata),
        items: objects.map((object) => itemOf(kind, object)),
      }
    case 'PartialObjectMetadataList': {
      const items = objects.map((object) => partialOf(object, form.version))
      const type = { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${form.version}` }
      return { ...type, metadata, items: items.length === 0 ? null : items }
    }
    case 'PartialObjectMetadata':
      throw notAcceptable(
        `you requested PartialObjectMetadata, but the requested object is a list (${goTypeOf(kind, kind.listKind)})`,
      )
    case 'Table':
      return tableOf(kind.table, objects, {
        version: form.version,
        include: readIncludeObject(request.query),
        nowMs: server.clock.now(),
        metadata,
        hasColumns: true,
      })
  }
}

/** List items of built-in kinds omit kind and apiVersion. */
function itemOf(kind: ServedKind, object: Draft): object {
  if (kind.isCustom) return object
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object
  return rest
}

/** Lists of custom resources always have a `continue` field, even if empty. */
function listMetadata({ isCustom }: ServedKind, metadata: object): object {
  return isCustom ? { continue: '', ...metadata } : metadata
}

function metadataOf({ revision, continue: token, remaining }: ListPage): object {
  return {
    resourceVersion: String(revision),
    ...(token === undefined ? {} : { continue: token }),
    ...(remaining === undefined ? {} : { remainingItemCount: remaining }),
  }
}
