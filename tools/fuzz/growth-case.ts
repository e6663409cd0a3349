/** Requests with one growing field: their cost must not grow much faster than the field. */
import type { FuzzRequest } from './fuzz-request.ts'

export interface GrowthCase {
  readonly name: string
  /** The initial and the final size of the field. */
  readonly sizes: readonly [small: number, large: number]
  /** Requests that prepare the measured one; not measured. */
  prepare?(size: number): readonly FuzzRequest[]
  request(size: number): FuzzRequest
}

const [smallText, largeText] = [16_000, 128_000]
const [smallList, largeList] = [400, 3_200]
export const textSizes = [smallText, largeText] as const
export const listSizes = [smallList, largeList] as const

export function sent(method: string, path: string, body: unknown, type = 'application/json'): FuzzRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { method, path, headers: { 'content-type': type }, body: Buffer.from(text) }
}

export function asked(path: string, headers: Readonly<Record<string, string>> = {}): FuzzRequest {
  return { method: 'GET', path, headers }
}

export function times<Item>(count: number, make: (at: number) => Item): Item[] {
  return Array.from({ length: count }, (_, at) => make(at))
}
