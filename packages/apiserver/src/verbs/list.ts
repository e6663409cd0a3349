/** GET of a collection: a consistent list, optionally in pages. */
import { continueBehind, formatContinueToken, parseContinueToken } from '../request/continue-token.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { type ListOptions, readListOptions } from '../request/list-options.ts'
import { type Selection, selectionOf } from '../request/selection.ts'
import type { Collection } from '../storage/collection.ts'
import { Compacted } from '../storage/errors.ts'
import type { Version } from '../storage/version.ts'
import { badRequest, expired, resourceVersionTooLarge } from '../status/failures.ts'
import { type Call, collectionOf } from '../kinds/call.ts'
import { renderList } from './render-list.ts'
import { negotiateFor } from './respond.ts'

/** One page, before rendering. */
export interface ListPage {
  readonly versions: readonly Version[]
  readonly revision: number
  readonly continue: string | undefined
  readonly remaining: number | undefined
}

export async function list(call: Call): Promise<ServerResponse> {
  negotiateFor(call)
  const options = readListOptions(call.request.query, false)
  return renderList(call, readPage(call, options))
}

export function readPage(call: Call, options: ListOptions): ListPage {
  const collection = collectionOf(call)
  const selection = selectionOf(call.kind, options.labelSelector, options.fieldSelector)
  const prefix = prefixOf(call, selection)
  const { revision, start } = startOf(call, options, prefix)
  const limit = limitOf(options)
  const range = readRange(collection, options, { prefix, start, limit, revision, ...matching(selection) })
  const { next, versions } = range
  const isCounted = next !== undefined && selection.isEverything
  return {
    versions,
    revision,
    continue: next === undefined ? undefined : continueBehind(versions.at(-1)!.key.slice(prefix.length), revision),
    remaining: isCounted ? collection.count({ prefix, start: next, revision }) : undefined,
  }
}

/** The common key prefix of the objects in scope. */
export function prefixOf({ kind, info }: Call, selection: Selection): string {
  const namespace = info.namespace === '' ? (selection.namespace ?? '') : info.namespace
  return kind.isNamespaced && namespace !== '' ? `${namespace}/` : ''
}

/** With `resourceVersion=0` the limit is ignored: kube-apiserver answers such lists from its watch cache, unpaged. */
function limitOf({ limit, resourceVersion }: ListOptions): number {
  return limit > 0 && resourceVersion !== 0 ? limit : Infinity
}

const matching = (selection: Selection) =>
  selection.isEverything ? {} : { matches: (version: Version) => selection.matches(version.object) }

/** The revision to read at, and the start key. */
function startOf({ server }: Call, options: ListOptions, prefix: string) {
  const newest = server.store.revision
  if (options.continue !== '') {
    const token = parseContinueToken(options.continue)
    if (options.resourceVersion !== undefined && options.resourceVersion !== 0) {
      throw badRequest('specifying resource version is not allowed when using continue')
    }
    // The token may be from another server, or from before this one lost its data.
    if (token.revision > newest) throw resourceVersionTooLarge(String(token.revision), newest)
    return { revision: token.revision < 0 ? newest : token.revision, start: prefix + token.start }
  }
  const asked = options.resourceVersion ?? 0
  if (asked > newest) throw resourceVersionTooLarge(options.versionText, newest)
  const isExact = options.match === 'Exact' || (options.match === undefined && options.limit > 0)
  return { revision: asked > 0 && isExact ? asked : newest, start: prefix }
}

function readRange(collection: Collection, options: ListOptions, range: Parameters<Collection['range']>[0]) {
  try {
    return collection.range(range)
  } catch (error) {
    if (!(error instanceof Compacted)) throw error
    if (options.continue === '') throw expired('The resourceVersion for the provided list is too old.')
    const { start } = parseContinueToken(options.continue)
    throw expired(continueTooOld, formatContinueToken({ revision: -1, start }))
  }
}

const continueTooOld =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.'
