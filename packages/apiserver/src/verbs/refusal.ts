/** Renders a failure as a Status, in a format the caller accepts. */
import type { ServerRequest, ServerResponse } from '../request/exchange.ts'
import { builtInMediaTypes, findForm } from '../request/negotiation.ts'
import type { StatusError } from '../status/status.ts'
import { answer, encode } from '../rendering/encode.ts'

export function statusResponse({ status }: StatusError, request: ServerRequest): ServerResponse {
  // A caller that accepts none of our formats gets pretty-printed JSON.
  const form = findForm(request, { renderings: ['Object'], mediaTypes: builtInMediaTypes }) ?? fallback
  const response = answer(status.code, encode(status, form), form.mediaType)
  const seconds = status.details?.retryAfterSeconds ?? 0
  return seconds > 0 ? { ...response, headers: { ...response.headers, 'retry-after': String(seconds) } } : response
}

const fallback = { mediaType: 'application/json', isPretty: true } as const
