/**
 * A description of an HTTP CRUD API, and the operations that follow from it: URL templates, methods, what its statuses mean, and
 * how its long-running operations are followed.
 */
import type { ObjectOf, Resource } from '@kubewright/resource'
import { ExternalError, parseRetryAfter } from '../call-failure.ts'
import type { Parents } from '../dependency.ts'
import type { OperationStanding } from '../external-operation.ts'
import type { ExternalContext, FollowContext, LookContext } from '../operations.ts'
import {
  applied,
  deletion,
  type ObservedOperations,
  type SaidApplied,
  type SaidDeletion,
} from '../observed-operations.ts'
import { askHttp, type HttpAnswer, type HttpApiOptions } from './http-api.ts'
import { fillUrl, type UrlValues } from './url-template.ts'

export interface RestEndpoint<R extends Resource> {
  /** @default GET to read, POST to create, PATCH to update, DELETE to delete */
  readonly method?: string
  /** Below the base URL, with places for `values`: `/instances/{name}`. */
  readonly url: string
  /** What is sent. Pure. */
  readonly body?: (object: ObjectOf<R>) => unknown
  /** @param ctx has the `fencingToken`, for an API that refuses smaller ones than it has seen */
  readonly headers?: (object: ObjectOf<R>, ctx: RestContext) => Readonly<Record<string, string>>
}

/** What a request may say about who sends it. */
export type RestContext = Pick<LookContext, 'fencingToken' | 'reconcileId'>

/** How the API answers what it does not do at once. */
export interface RestOperation {
  /** Where the operation is asked for, from the answer that began it; `undefined` if there is none. @default its `Location` */
  readonly url?: (answer: HttpAnswer) => string | undefined
  /** What an operation says: that it is under way, done, or why it failed. */
  readonly read: (body: unknown) => OperationStanding
}

export interface RestDescription<R extends Resource, Actual> {
  /** For the places of URLs. `externalName` has the name that the provider chose, once it has. */
  readonly values: (object: ObjectOf<R>, externalName: string | undefined) => UrlValues
  readonly read: RestEndpoint<R>
  readonly create: RestEndpoint<R>
  readonly update: RestEndpoint<R>
  readonly delete: RestEndpoint<R>
  /** What exists, from what `read` answers. @default the body as it is */
  readonly actual?: (body: unknown) => Actual | undefined
  /** The name that the provider chose, from what `create` answers, or the operation it began. Names are assigned then. */
  readonly externalName?: (body: unknown) => string | undefined
  /** Long-running operations: begun with 202, followed to their end. @default none: a look tells */
  readonly operation?: RestOperation
  /** Statuses of `read` that mean that there is nothing. Any other answer without a body is a failure. @default [404, 410] */
  readonly missing?: readonly number[]
}

type RestOperations<R extends Resource, Actual> = Pick<
  ObservedOperations<R, Parents, Actual, string>,
  'observe' | 'create' | 'update' | 'delete' | 'follow'
> & { readonly names?: 'assigned'; readonly nameOf?: (object: ObjectOf<NoInfer<R>>) => string }

/** The operations of a described API, to be spread into `defineExternalController` beside a `diff`. */
export function restOperations<R extends Resource, Actual = unknown>(
  _resource: R,
  api: HttpApiOptions,
  description: RestDescription<NoInfer<R>, Actual>,
): RestOperations<R, Actual> {
  const rest = new RestCalls<R, Actual>(api, description)
  return {
    observe: (object, ctx) => rest.read(object, ctx),
    create: (object, ctx) => rest.apply('create', object, ctx),
    update: (object, _changes, ctx) => rest.apply('update', object, ctx),
    delete: (object, ctx) => rest.delete(object, ctx),
    ...(description.operation === undefined ? {} : { follow: (_, ctx) => rest.follow(ctx) }),
    ...(description.externalName === undefined
      ? { nameOf: (object) => fillUrl(description.read.url, description.values(object, undefined)) }
      : { names: 'assigned' as const }),
  }
}

type Verb = 'read' | 'create' | 'update' | 'delete'
type AnyContext<R extends Resource> = LookContext<R> | ExternalContext<R> | FollowContext<R>

const usualMethods: Readonly<Record<Verb, string>> = { read: 'GET', create: 'POST', update: 'PATCH', delete: 'DELETE' }

class RestCalls<R extends Resource, Actual> {
  readonly #api: HttpApiOptions
  readonly #description: RestDescription<R, Actual>

  constructor(api: HttpApiOptions, description: RestDescription<R, Actual>) {
    this.#api = api
    this.#description = description
  }

  async read(object: ObjectOf<R>, ctx: AnyContext<R>): Promise<Actual | undefined> {
    const { missing = [404, 410], actual = (body) => body as Actual } = this.#description
    if (this.#isUnnamed(ctx)) return undefined
    const answer = await this.#ask('read', object, ctx)
    if (missing.includes(answer.status)) return undefined
    this.#refuse('read', answer, ctx)
    if (answer.body === undefined) throw new ExternalError(`read: the API answered ${answer.status} with nothing in it`)
    return actual(answer.body)
  }

  async apply(verb: 'create' | 'update', object: ObjectOf<R>, ctx: AnyContext<R>): Promise<SaidApplied> {
    const answer = await this.#ask(verb, object, ctx)
    this.#refuse(verb, answer, ctx)
    const operation = this.#operationOf(answer)
    const externalName = verb === 'create' ? this.#nameIn(answer.body) : undefined
    return applied({
      result: operation !== undefined || answer.status === 202 ? 'AwaitingVerification' : 'Succeeded',
      ...(operation === undefined ? {} : { operation }),
      ...(externalName === undefined ? {} : { externalName }),
    })
  }

  async delete(object: ObjectOf<R>, ctx: AnyContext<R>): Promise<SaidDeletion> {
    if (this.#isUnnamed(ctx)) return deletion({ result: 'AlreadyDeleted' })
    const answer = await this.#ask('delete', object, ctx)
    if (answer.status === 404 || answer.status === 410) return deletion({ result: 'AlreadyDeleted' })
    this.#refuse('delete', answer, ctx)
    const operation = this.#operationOf(answer)
    return deletion(operation === undefined ? {} : { operation })
  }

  /** An operation that nobody knows any more says nothing that a look does not. */
  async follow(ctx: FollowContext<R>): Promise<OperationStanding> {
    const answer = await askHttp(this.#api, { method: 'GET', url: ctx.operation, signal: ctx.signal })
    if (answer.status === 404 || answer.status === 410) return 'done'
    this.#refuse('follow', answer, ctx)
    const standing = this.#description.operation!.read(answer.body)
    const externalName = standing === 'done' && this.#isUnnamed(ctx) ? this.#nameIn(answer.body) : undefined
    return externalName === undefined ? standing : { externalName }
  }

  #nameIn(body: unknown): string | undefined {
    return body === undefined ? undefined : this.#description.externalName?.(body)
  }

  /** Nothing can be asked of it yet: only the provider knows its name. */
  #isUnnamed({ externalName }: AnyContext<R>): boolean {
    return this.#description.externalName !== undefined && externalName === undefined
  }

  #ask(verb: Verb, object: ObjectOf<R>, ctx: AnyContext<R>): Promise<HttpAnswer> {
    const { externalName, signal } = ctx
    const { url, method = usualMethods[verb], body, headers } = this.#description[verb]
    return askHttp(this.#api, {
      method,
      url: fillUrl(url, this.#description.values(object, externalName)),
      signal,
      ...(body === undefined ? {} : { body: body(object) }),
      ...(headers === undefined ? {} : { headers: headers(object, ctx) }),
    })
  }

  /** Where what it began can be followed. */
  #operationOf(answer: HttpAnswer): string | undefined {
    const { operation } = this.#description
    return operation === undefined ? undefined : (operation.url ?? locationOf)(answer)
  }

  /** Failure: `ExternalError` for a status that is none of success. */
  #refuse(verb: Verb | 'follow', { status, headers, body }: HttpAnswer, { clock }: AnyContext<R>): void {
    if (status >= 200 && status < 300) return
    const asked = headers.get('retry-after')
    const waitMs = asked === null ? undefined : parseRetryAfter(asked, clock.now())
    const isThrottled = status === 429 || (status === 503 && waitMs !== undefined)
    throw Object.assign(
      new ExternalError(`${verb}: the API answered ${status}${saidIn(body)}`, {
        nothingDone: status < 500 && status !== 408,
        ...(isThrottled && waitMs !== undefined ? { retryAfter: waitMs } : {}),
      }),
      { status },
    )
  }
}

function locationOf({ status, headers }: HttpAnswer): string | undefined {
  return status === 202 ? (headers.get('location') ?? undefined) : undefined
}

/** What APIs usually say in words, cut: the rest of a body may hold anything. */
function saidIn(body: unknown): string {
  const known = body as { readonly message?: unknown; readonly error?: unknown } | null | undefined
  const inner = typeof body === 'object' ? (known?.message ?? messageIn(known?.error)) : undefined
  return typeof inner === 'string' ? `: ${inner.slice(0, 300)}` : ''
}

function messageIn(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? (error as { readonly message?: unknown }).message : error
}
