/** From a value to the bytes of an answer. */
import { goJson } from '../codec/go-json.ts'
import { writeYaml } from '../codec/yaml-writer.ts'
import type { ServerResponse } from '../request/exchange.ts'
import type { Negotiated } from '../request/negotiation.ts'

export function encode(value: unknown, { mediaType, isPretty }: Pick<Negotiated, 'mediaType' | 'isPretty'>): string {
  if (mediaType === 'application/yaml') return writeYaml(value)
  // A line ends with its break; what is spread over many lines does not.
  return isPretty ? goJson(value, 2) : `${goJson(value)}\n`
}

export function answer(status: number, body: ServerResponse['body'], contentType = 'application/json'): ServerResponse {
  return { status, headers: { 'content-type': contentType, 'cache-control': 'no-cache, private' }, body }
}
