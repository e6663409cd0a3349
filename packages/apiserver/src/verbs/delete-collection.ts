/** DELETE of a collection: every object the selectors choose, one by one. */
import { apiVersionOf } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import { draftOf } from '../object/draft.ts'
import { readDeleteOptions } from '../request/delete-options.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { readListOptions } from '../request/list-options.ts'
import { StatusError } from '../status/status.ts'
import type { Call } from './call.ts'
import { deleteObject } from './delete.ts'
import { answer, encode } from './encode.ts'
import { readPage } from './list.ts'
import { negotiateFor } from './respond.ts'

export async function deleteCollection(call: Call): Promise<ServerResponse> {
  const options = await readDeleteOptions(call)
  const form = negotiateFor(call)
  const page = readPage(call, readListOptions(call.request.query, false))
  const deleted: Draft[] = []
  for (const version of page.versions) {
    const { name, namespace = '' } = draftOf(version.object.text).metadata
    const result = await deleteUnlessGone({ ...call, info: { ...call.info, namespace } }, name!, options)
    if (result !== undefined) deleted.push(result)
  }
  const metadata = { resourceVersion: String(page.revision) }
  const list = { kind: call.kind.listKind, apiVersion: apiVersionOf(call.kind), metadata, items: deleted }
  return answer(200, encode(list, form), form.mediaType)
}

/** Somebody else may have deleted it first; that is what was wanted. */
async function deleteUnlessGone(call: Call, name: string, options: Awaited<ReturnType<typeof readDeleteOptions>>) {
  try {
    return (await deleteObject(call, name, options)).object
  } catch (error) {
    if (error instanceof StatusError && error.status.code === 404) return undefined
    throw error
  }
}
