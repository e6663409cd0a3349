/** Raw requests, for endpoints without a verb: `/version`, `/readyz`, the log of a Pod. */
import type { Ref } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { Call } from '../call/call.ts'
import type { OpenStream } from '../call/caller.ts'
import { ApiError } from '../error/api-error.ts'
import { describeOperation, type Operation } from '../error/operation.ts'
import { transportFailure } from '../error/transport-failure.ts'
import type { TransportRequest, TransportResponse } from '../transport.ts'
import { readJson } from '../verb/answer.ts'
import { sendOptions, type VerbContext } from '../verb/context.ts'
import { locateObject } from '../verb/locate.ts'
import type { CallOptions } from '../verb/options.ts'
import { formatQuery, type Query } from '../verb/query.ts'
import { resourcePath } from '../verb/resource-path.ts'

/** A request to an endpoint without a verb, for `client.request`. */
export interface RawRequest extends CallOptions {
  /** Percent-encoded, starting with a slash; `pathOf` creates one for an object. */
  readonly path: string
  readonly query?: Query | undefined
  /** @default 'GET' */
  readonly method?: TransportRequest['method'] | undefined
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
}

/** The complete response to a raw request. */
export interface RawAnswer extends Pick<TransportResponse, 'status' | 'headers'> {
  readonly text: string
  /** The JSON object in the response. Throws `KW_CLIENT_ANSWER` for anything else. */
  json(): Readonly<Record<string, unknown>>
}

/** A streamed response. Leaving the iteration early closes it. */
export interface RawStream extends Pick<TransportResponse, 'status' | 'headers'>, AsyncIterable<Uint8Array> {}

/**
 * The path of an object or of one of its subresources, for a raw request.
 *
 * Failure: `KW_CLIENT_NAME`, `KW_CLIENT_NAMESPACE`.
 *
 * @example
 * ```ts
 * const Pod = defineDynamicResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' })
 * pathOf(Pod, { namespace: 'default', name: 'web-0' }, 'log') // => '/api/v1/namespaces/default/pods/web-0/log'
 * ```
 */
export function pathOf(resource: Resource, ref: Ref, subresource?: string): string {
  return resourcePath(resource, locateObject({ verb: 'get', resource, subresource }, ref, undefined))
}

/** Only a plain GET is known to be safe to retry. */
export async function sendRaw(context: VerbContext, request: RawRequest): Promise<RawAnswer> {
  const call = rawCall(request)
  const answer = await context.caller.send(call, sendOptions(request))
  const { status, headers, text } = answer
  return { status, headers, text, json: () => readJson(answer, call.operation) }
}

/** `timeout` limits only the time until the response begins. */
export async function openRaw(context: VerbContext, request: RawRequest): Promise<RawStream> {
  const call = rawCall(request)
  const stream = await context.caller.open(call, sendOptions(request))
  const { status, headers } = stream.response
  return { status, headers, [Symbol.asyncIterator]: () => chunksOf(stream, call.operation) }
}

/** Not a generator: one that is closed before its first read runs no `finally`, and its connection would stay open. */
function chunksOf(stream: OpenStream, operation: Operation): AsyncIterator<Uint8Array, undefined> {
  const chunks: AsyncIterator<Uint8Array, unknown> = stream.response.body[Symbol.asyncIterator]()
  let isLeft = false
  const end = () => {
    stream[Symbol.dispose]()
    return { done: true, value: undefined } as const
  }
  return {
    async next() {
      if (isLeft) return end()
      try {
        const result = await chunks.next()
        return result.done === true ? end() : result
      } catch (error) {
        if (isLeft) return end()
        const failure = stream.scope.aborted ? stream.scope.reason : transportFailure(operation, error, 1)
        end()
        throw failure
      }
    },
    async return() {
      isLeft = true
      stream.abort(new Error('left'))
      await chunks.return?.()
      return end()
    },
  }
}

function rawCall(request: RawRequest): Call {
  const { path, method = 'GET', body, query = {}, headers: more } = request ?? {}
  const operation: Operation = { verb: 'request', line: `${method} ${path}` }
  assertPath(path, operation)
  const headers = { accept: 'application/json, */*', ...(body !== undefined && json), ...more }
  const repeat = method === 'GET' ? 'read' : 'unprocessed'
  return { operation, method, path: path + formatQuery(query, operation), headers, body, repeat }
}

/** Also encoded dots: a proxy may decode them. */
function climbs(segment: string): boolean {
  return /^(\.|%2e){1,2}$/i.test(segment)
}

const json = { 'content-type': 'application/json' }

function assertPath(path: string, operation: Operation): void {
  if (/^\/[\x21-\x7e]*$/.test(path) && !path.split(/[/?#]/).some(climbs)) return
  const why =
    'the path must start with a slash, be percent-encoded, and have no `.` or `..` segment (also not as `%2e`)'
  throw new ApiError('KW_CLIENT_OPTION', { what: describeOperation(operation), why }, operation)
}
