/** From a value to the bytes of an answer. */
import { stringify as stringifyYaml } from 'yaml'
import type { ServerResponse } from '../request/exchange.ts'
import type { Negotiated } from '../request/negotiation.ts'

export function encode(value: unknown, { mediaType, isPretty }: Pick<Negotiated, 'mediaType' | 'isPretty'>): string {
  if (mediaType === 'application/yaml') return stringifyYaml(value)
  return isPretty ? `${JSON.stringify(value, null, 2)}\n` : `${JSON.stringify(value)}\n`
}

export function answer(status: number, body: ServerResponse['body'], contentType = 'application/json'): ServerResponse {
  return { status, headers: { 'content-type': contentType, 'cache-control': 'no-cache, private' }, body }
}
