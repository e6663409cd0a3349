/** DELETE of a collection: deletes every selected object, one by one. */
import { nextTurn } from '@kubewright/core/time'
import { draftOf } from '../object/draft.ts'
import { type DeleteOptions, readDeleteOptions } from '../request/delete-options.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { readListOptions } from '../request/list-options.ts'
import { StatusError } from '../status/status.ts'
import type { Call } from '../kinds/call.ts'
import { deleteObject, warnOfOrphans } from './delete.ts'
import { readPage } from './list.ts'
import { renderList } from './render-list.ts'
import { negotiateFor } from './respond.ts'

/** Yields to other requests after this many deletions: a collection may have a hundred thousand objects. */
const deletionsPerTurn = 100

export async function deleteCollection(call: Call): Promise<ServerResponse> {
  negotiateFor(call)
  const listing = readListOptions(call.request.query, false)
  const options = await readDeleteOptions(call)
  warnOfOrphans(call, options)
  const page = readPage(call, listing)
  for (const [at, { object }] of page.versions.entries()) {
    if (at % deletionsPerTurn === deletionsPerTurn - 1) await nextTurn()
    const { name, namespace = '' } = draftOf(object.text).metadata
    await deleteUnlessGone({ ...call, info: { ...call.info, name: '', namespace } }, name!, options)
  }
  // The list as it was before the deletions.
  return renderList(call, page)
}

/** An object that another client deleted first is not an error. */
async function deleteUnlessGone(call: Call, name: string, options: DeleteOptions): Promise<void> {
  try {
    await deleteObject(call, name, options)
  } catch (error) {
    if (!(error instanceof StatusError && error.status.code === 404)) throw error
  }
}
