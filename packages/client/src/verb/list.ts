/**
 * Lists: fetched in pages, so that neither side has to hold everything as one text, and returned whole, object by object, or page by
 * page.
 */
import type { KubeObject } from '@kubewright/core'
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import type { Answer } from '../call/answer.ts'
import type { Call } from '../call/call.ts'
import { ApiError } from '../error/api-error.ts'
import { isExpired } from '../error/guards.ts'
import { describeOperation } from '../error/operation.ts'
import { parseJson } from '../error/parse-json.ts'
import { deferManagedFields, managedFieldsText } from '../scan/deferred-managed-fields.ts'
import { type CutList, listWithoutManagedFields, nextPageToken } from '../scan/list-scanner.ts'
import { readJson } from './answer.ts'
import { checkChoice, checkKeys, checkText } from './check-options.ts'
import { sendOptions, type VerbContext } from './context.ts'
import { type List, readList } from './list-page.ts'
import { locate, type ResourceOperation } from './locate.ts'
import type { ListOptions } from './options.ts'
import { formatQuery, type Query } from './query.ts'
import { resourcePath } from './resource-path.ts'
import { selectionQuery } from './selection.ts'
import type { Target } from './target.ts'
import type { View } from './view.ts'

const defaultLimit = 500

/** The first page, or the one of a continue token; `whole` for everything in one response. */
type Page = { readonly continue?: string | undefined } | 'whole'

/** Fetching and reading of pages, separated so that the next one can be fetched while one is read. */
interface PageSource<Item extends KubeObject> {
  readonly operation: ResourceOperation
  /** Begins a list, whose pages share the deadline of one call. */
  begin(): (page: Page) => Promise<Answer>
  read(answer: Answer): List<Item>
}

/**
 * A lazy list. Use it in one of three ways; nothing is sent before.
 *
 * - `await list`: everything, in one consistent state.
 * - `for await (const object of list)`: one page in memory at a time.
 * - `for await (const page of list.pages())`: the same, with the metadata of each page.
 *
 * Failure: `isExpired` if the server has dropped the listed state before the last page was read. An awaited list then restarts, in one
 * response; an iterated one has already returned objects, and fails.
 */
export class ListCall<Item extends KubeObject> implements Promise<List<Item>>, AsyncIterable<Item> {
  readonly [Symbol.toStringTag] = 'ListCall'
  readonly #source: PageSource<Item>
  readonly #first: string | undefined
  #whole: Promise<List<Item>> | undefined

  constructor(source: PageSource<Item>, first: string | undefined) {
    this.#source = source
    this.#first = first
  }

  async *pages(): AsyncGenerator<List<Item>, void, undefined> {
    const request = this.#source.begin()
    let next = this.#first
    do {
      const page = this.#source.read(await request({ continue: next }))
      this.#assertNew(page.metadata.continue, next)
      yield page
      next = page.metadata.continue
    } while (next !== undefined)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise, only one that has not begun
  then<Result = List<Item>, Failure = never>(
    onResult?: ((list: List<Item>) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    this.#whole ??= this.#collect()
    return this.#whole.then(onResult, onFailure)
  }

  catch<Failure = never>(
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<List<Item> | Failure> {
    return this.then(undefined, onFailure)
  }

  finally(onEnd?: (() => void) | null): Promise<List<Item>> {
    return this.then().finally(onEnd)
  }

  async #collect(): Promise<List<Item>> {
    const request = this.#source.begin()
    const first = await request({ continue: this.#first })
    try {
      return await this.#collectFrom(first, request)
    } catch (error) {
      // The continue token of a list we began ourselves has expired.
      if (!isExpired(error) || this.#first !== undefined) throw error
      // Some servers page even without a limit.
      return await this.#collectFrom(await request('whole'), request)
    }
  }

  /** All pages are needed anyway, so the next one is fetched while this one is decoded. */
  async #collectFrom(first: Answer, request: (page: Page) => Promise<Answer>): Promise<List<Item>> {
    const items: Item[] = []
    let last = this.#first
    for (let answer = first; ; ) {
      const token = nextPageToken(answer.bytes)
      const ahead = token === undefined || token === last ? undefined : request({ continue: token })
      ahead?.catch(() => {}) // awaited below, unless reading throws first
      const page = this.#source.read(answer)
      for (const item of page.items) items.push(item)
      const { resourceVersion, continue: next } = page.metadata
      if (next === undefined) return { items, metadata: { resourceVersion } }
      this.#assertNew(next, last)
      last = next
      answer = await (next === token && ahead ? ahead : request({ continue: next }))
    }
  }

  /** Repeating the same page would never end. */
  #assertNew(token: string | undefined, last: string | undefined): void {
    if (token === undefined || token !== last) return
    const { operation } = this.#source
    const why = 'the response has the continue token of the request, so the list would never end'
    const next = 'Check the proxies between this program and the API server.'
    throw new ApiError('KW_CLIENT_ANSWER', { what: describeOperation(operation), why, next }, operation)
  }
}

const listKeys = {
  signal: true,
  timeout: true,
  omitManagedFields: true,
  limit: true,
  resourceVersion: true,
  resourceVersionMatch: true,
  continue: true,
  namespace: true,
  labels: true,
  fields: true,
} as const satisfies Record<keyof ListOptions, true>

export function listObjects<Item extends KubeObject>(
  context: VerbContext,
  { resource }: Target,
  options: ListOptions & { readonly view: View<Item> },
): ListCall<Item> {
  const { view, namespace } = options
  const draft: ResourceOperation = { verb: 'list', resource, namespace }
  const callFor = (page: Page): Call => {
    const operation = locate(draft, 'anywhere', context.namespace)
    checkKeys(options, listKeys, operation)
    const query = { ...selectionQuery(options, operation), ...pageQuery(options, page, operation) }
    const path = resourcePath(resource, operation) + formatQuery(query, operation)
    return { operation, method: 'GET', path, headers: { accept: view.accept.list }, repeat: 'read' }
  }
  const source: PageSource<Item> = {
    operation: draft,
    begin: () => pageFetcher(context, options, callFor),
    read: (answer) => readList(listJson(answer, draft, view.omitManagedFields), draft, view),
  }
  return new ListCall(source, options.continue)
}

/** Only time spent waiting for the server counts, not the caller's time between two pages. */
function pageFetcher(context: VerbContext, options: ListOptions, callFor: (page: Page) => Call) {
  const { caller, clock } = context
  let spentMs = 0
  return async (page: Page): Promise<Answer> => {
    const begun = clock.elapsed()
    try {
      return await caller.send(callFor(page), { ...sendOptions(options), spentMs })
    } finally {
      spentMs += clock.elapsed() - begun
    }
  }
}

/** Managed fields are removed before decoding where possible, and decoded on first read. */
function listJson(answer: Answer, operation: ResourceOperation, omitManagedFields: boolean): JsonObject {
  const list = listWithoutManagedFields(answer.bytes)
  const json = list === undefined ? undefined : parseJson(list.text)
  if (!isJsonObject(json)) return readJson(answer, operation)
  return omitManagedFields || putBack(json, list!, answer.bytes) ? json : readJson(answer, operation)
}

/** Returns whether all removed managed fields could be restored. */
function putBack(json: JsonObject, { cuts }: CutList, bytes: Buffer): boolean {
  const { items } = json
  if (!Array.isArray(items) || items.length !== cuts.length) return false
  return cuts.every((cut, index) => {
    if (cut === undefined) return true
    const item = items[index]
    const text = managedFieldsText(bytes, cut)
    if (text === undefined || !isJsonObject(item) || !isJsonObject(item.metadata)) return false
    deferManagedFields(item.metadata, text)
    return true
  })
}

const matches = ['NotOlderThan', 'Exact'] as const

/** A token implies a state, so the version is only sent for the first page. */
function pageQuery(options: ListOptions, page: Page, operation: ResourceOperation): Query {
  const { limit = defaultLimit } = options
  const resourceVersion = checkText('resourceVersion', options.resourceVersion, operation)
  if (!Number.isSafeInteger(limit) || limit < 1) throw wrongLimit(operation, limit)
  if (page !== 'whole' && page.continue !== undefined) {
    return { limit, continue: checkText('continue', page.continue, operation) }
  }
  // Otherwise the server interprets a version with a limit as an exact match.
  const asked = checkChoice('resourceVersionMatch', options.resourceVersionMatch, matches, operation)
  const match = asked ?? (resourceVersion === undefined ? undefined : 'NotOlderThan')
  return { limit: page === 'whole' ? undefined : limit, resourceVersion, resourceVersionMatch: match }
}

function wrongLimit(operation: ResourceOperation, limit: number): Error {
  const why = `the limit ${limit} is not a whole number above zero`
  const next = 'Leave it out; all objects are listed anyway, page by page.'
  return new ApiError('KW_CLIENT_OPTION', { what: describeOperation(operation), why, next }, operation)
}
