/**
 * Derives operations from the description of an HTTP CRUD API: URL templates, methods, meanings of statuses, and long-running
 * operations.
 */
import type { ObjectOf, Resource } from '@kubewright/resource'
import { ExternalError, parseRetryAfter } from '../calls/call-failure.ts'
import type { Parents } from '../operations/dependency.ts'
import type { OperationStatus } from '../operations/external-operation.ts'
import type { ExternalContext, FollowContext, UnresolvedContext } from '../operations/operations.ts'
import {
  applied,
  deletion,
  type ObservedOperations,
  type AppliedResult,
  type DeletionResult,
} from '../operations/observed-operations.ts'
import { askHttp, type HttpResponse, type HttpApiOptions } from './http-api.ts'
import { fillUrl, type UrlValues } from './url-template.ts'

/** The HTTP request for one operation: method, URL template, body and headers. */
export interface RestEndpoint<R extends Resource> {
  /** @default GET to read, POST to create, PATCH to update, DELETE to delete */
  readonly method?: string
  /** Below the base URL, with placeholders for `values`: `/instances/{name}`. */
  readonly url: string
  /** The request body. Pure. */
  readonly body?: (object: ObjectOf<R>) => unknown
  /** @param ctx has the `fencingToken`, for an API that rejects smaller ones than it has seen */
  readonly headers?: (object: ObjectOf<R>, ctx: RestContext) => Readonly<Record<string, string>>
}

/** The part of the context available to requests. */
export type RestContext = Pick<UnresolvedContext, 'fencingToken' | 'reconcileId'>

/** Long-running operations of the API. */
export interface RestOperation {
  /** The URL of the operation, from the response that started it; `undefined` if there is none. @default its `Location` */
  readonly url?: (answer: HttpResponse) => string | undefined
  /** Interprets the operation: in progress, done, or failed with a reason. */
  readonly read: (body: unknown) => OperationStatus
}

/** The description of an HTTP CRUD API from which `restOperations` derives its operations. */
export interface RestDescription<R extends Resource, Actual> {
  /** Values for URL placeholders. `externalName` is the name assigned by the provider, once known. */
  readonly values: (object: ObjectOf<R>, externalName: string | undefined) => UrlValues
  readonly read: RestEndpoint<R>
  readonly create: RestEndpoint<R>
  readonly update: RestEndpoint<R>
  readonly delete: RestEndpoint<R>
  /** The actual resource, from the response of `read`. @default the body as it is */
  readonly actual?: (body: unknown) => Actual | undefined
  /** The name assigned by the provider, from the response of `create` or of its operation. Implies assigned names. */
  readonly externalName?: (body: unknown) => string | undefined
  /** Long-running operations: started with 202, polled until they end. @default none: the next observation shows the result */
  readonly operation?: RestOperation
  /** Statuses of `read` for a missing resource. Any other response without a body is a failure. @default [404, 410] */
  readonly missing?: readonly number[]
}

/** The operations that a REST API provides. */
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
type AnyContext<R extends Resource> = UnresolvedContext<R> | ExternalContext<R> | FollowContext<R>

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
    if (answer.body === undefined) throw new ExternalError(`read: the API answered ${answer.status} with an empty body`)
    return actual(answer.body)
  }

  async apply(verb: 'create' | 'update', object: ObjectOf<R>, ctx: AnyContext<R>): Promise<AppliedResult> {
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

  async delete(object: ObjectOf<R>, ctx: AnyContext<R>): Promise<DeletionResult> {
    if (this.#isUnnamed(ctx)) return deletion({ result: 'AlreadyDeleted' })
    const answer = await this.#ask('delete', object, ctx)
    if (answer.status === 404 || answer.status === 410) return deletion({ result: 'AlreadyDeleted' })
    this.#refuse('delete', answer, ctx)
    const operation = this.#operationOf(answer)
    return deletion(operation === undefined ? {} : { operation })
  }

  /** An unknown operation counts as done: the next observation shows its result. */
  async follow(ctx: FollowContext<R>): Promise<OperationStatus> {
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

  /** Without its assigned name the resource cannot be addressed yet. */
  #isUnnamed({ externalName }: AnyContext<R>): boolean {
    return this.#description.externalName !== undefined && externalName === undefined
  }

  #ask(verb: Verb, object: ObjectOf<R>, ctx: AnyContext<R>): Promise<HttpResponse> {
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

  /** The URL of the operation it started. */
  #operationOf(answer: HttpResponse): string | undefined {
    const { operation } = this.#description
    return operation === undefined ? undefined : (operation.url ?? locationOf)(answer)
  }

  /** Failure: `ExternalError` for any status but 2xx. */
  #refuse(verb: Verb | 'follow', { status, headers, body }: HttpResponse, { clock }: AnyContext<R>): void {
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

function locationOf({ status, headers }: HttpResponse): string | undefined {
  return status === 202 ? (headers.get('location') ?? undefined) : undefined
}

/** The usual message fields of APIs, truncated: the rest of a body may contain anything. */
function saidIn(body: unknown): string {
  const known = body as { readonly message?: unknown; readonly error?: unknown } | null | undefined
  const inner = typeof body === 'object' ? (known?.message ?? messageIn(known?.error)) : undefined
  return typeof inner === 'string' ? `: ${inner.slice(0, 300)}` : ''
}

function messageIn(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? (error as { readonly message?: unknown }).message : error
}
