/**
 * Lists: fetched in pages, so that neither side has to hold everything as one text, and handed out whole, object by
 * object, or page by page.
 */
import type { KubeObject } from '@kubewright/core'
import type { Call } from '../call/call.ts'
import { ApiError } from '../error/api-error.ts'
import { isExpired } from '../error/guards.ts'
import { describeOperation } from '../error/operation.ts'
import { readJson } from './answer.ts'
import { sendOptions, type VerbContext } from './context.ts'
import type { Target } from './get.ts'
import { type List, readList } from './list-page.ts'
import { locate, type ResourceOperation } from './locate.ts'
import type { ListOptions } from './options.ts'
import { formatQuery, type Query } from './query.ts'
import { resourcePath } from './resource-path.ts'
import { selectionQuery } from './selection.ts'
import type { View } from './view.ts'

const defaultLimit = 500

/** Which page: the first, or the one a token stands for; `whole` is everything in one piece. */
type Page = { readonly continue?: string | undefined } | 'whole'

/**
 * A list that has not been asked for yet. Use it in one of three ways; nothing is sent before.
 *
 * - `await list`: everything, in one consistent state.
 * - `for await (const object of list)`: one page in memory at a time.
 * - `for await (const page of list.pages())`: the same, with the metadata of each page.
 *
 * Failure: `isExpired` when the server forgot the state it was listing before the last page was read. Awaited, the list
 * then starts again, in one piece; iterated, it has handed out objects already and fails.
 */
export class ListCall<Object extends KubeObject> implements Promise<List<Object>>, AsyncIterable<Object> {
  readonly [Symbol.toStringTag] = 'ListCall'
  readonly #fetch: (page: Page) => Promise<List<Object>>
  readonly #first: string | undefined
  #whole: Promise<List<Object>> | undefined

  constructor(fetch: (page: Page) => Promise<List<Object>>, first: string | undefined) {
    this.#fetch = fetch
    this.#first = first
  }

  async *pages(): AsyncGenerator<List<Object>, void, undefined> {
    let next = this.#first
    do {
      const page = await this.#fetch({ continue: next })
      yield page
      next = page.metadata.continue
    } while (next !== undefined)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Object, void, undefined> {
    for await (const { items } of this.pages()) yield* items
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise, only one that has not begun
  then<Result = List<Object>, Failure = never>(
    onResult?: ((list: List<Object>) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    this.#whole ??= this.#collect()
    return this.#whole.then(onResult, onFailure)
  }

  catch<Failure = never>(
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<List<Object> | Failure> {
    return this.then(undefined, onFailure)
  }

  finally(onEnd?: (() => void) | null): Promise<List<Object>> {
    return this.then().finally(onEnd)
  }

  async #collect(): Promise<List<Object>> {
    const items: Object[] = []
    let resourceVersion: string | undefined
    try {
      for await (const page of this.pages()) {
        for (const item of page.items) items.push(item)
        resourceVersion ??= page.metadata.resourceVersion
      }
    } catch (error) {
      // Only a later page can be too late for a list we began ourselves.
      if (!isExpired(error) || resourceVersion === undefined || this.#first !== undefined) throw error
      return this.#fetch('whole')
    }
    return { items, metadata: { resourceVersion: resourceVersion ?? '' } }
  }
}

export function listObjects<Object extends KubeObject>(
  context: VerbContext,
  target: Target,
  options: ListOptions & { readonly view: View<Object> },
): ListCall<Object> {
  return new ListCall((page) => fetchPage(context, target, options, page), options.continue)
}

async function fetchPage<Object extends KubeObject>(
  context: VerbContext,
  { resource }: Target,
  options: ListOptions & { readonly view: View<Object> },
  page: Page,
): Promise<List<Object>> {
  const { view, namespace } = options
  const operation = locate({ verb: 'list', resource, namespace }, 'anywhere', context.namespace)
  const query = { ...selectionQuery(options), ...pageQuery(options, page, operation) }
  const path = resourcePath(resource, operation) + formatQuery(query)
  const call: Call = { operation, method: 'GET', path, headers: { accept: view.accept.list }, repeat: 'read' }
  const answer = await context.caller.send(call, sendOptions(options))
  return readList(readJson(answer, operation), operation, view)
}

/** A token stands for a state, so the version is only said for the first page. */
function pageQuery(options: ListOptions, page: Page, operation: ResourceOperation): Query {
  const { limit = defaultLimit, resourceVersion } = options
  if (!Number.isSafeInteger(limit) || limit < 1) throw wrongLimit(operation, limit)
  if (page !== 'whole' && page.continue !== undefined) return { limit, continue: page.continue }
  // Without it, a server reads a version together with a limit as "exactly this version".
  const match = options.resourceVersionMatch ?? (resourceVersion === undefined ? undefined : 'NotOlderThan')
  return { limit: page === 'whole' ? undefined : limit, resourceVersion, resourceVersionMatch: match }
}

function wrongLimit(operation: ResourceOperation, limit: number): Error {
  const why = `the limit ${limit} is not a whole number above zero`
  const next = 'Leave it out; all objects are listed anyway, page by page.'
  return new ApiError('KW_CLIENT_OPTION', { what: describeOperation(operation), why, next }, operation)
}
