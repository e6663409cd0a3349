import { goJson } from '../go/go-json.ts'
import { writeYaml } from '../codec/yaml-writer.ts'
import type { ServerResponse } from '../request/exchange.ts'
import type { Negotiated } from '../request/negotiation.ts'

export function encode(value: unknown, { mediaType, isPretty }: Pick<Negotiated, 'mediaType' | 'isPretty'>): string {
  if (mediaType === 'application/yaml') return writeYaml(value)
  // Compact JSON ends with a newline, pretty-printed JSON does not.
  return isPretty ? goJson(value, 2) : `${goJson(value)}\n`
}

export function answer(status: number, body: ServerResponse['body'], contentType = 'application/json'): ServerResponse {
  return { status, headers: { 'content-type': contentType, 'cache-control': 'no-cache, private' }, body }
}

/** The 404 of Go's HTTP server, which clients recognize. */
export function notFoundText(): ServerResponse {
  const response = answer(404, '404 page not found\n', 'text/plain; charset=utf-8')
  return { ...response, headers: { ...response.headers, 'x-content-type-options': 'nosniff' } }
}
