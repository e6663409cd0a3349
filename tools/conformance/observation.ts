/** The masked result of one step, for comparing two servers. */
import { gunzipSync } from 'node:zlib'
import { isJsonObject } from '@kubewright/core/json'
import { parse } from 'yaml'
import type { Comparison } from './case.ts'
import type { Mask } from './mask.ts'

/** `null` for a step that is not compared. */
export type Observation = AnswerSeen | EventsSeen | CallsSeen | Failed | null

export interface AnswerSeen {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface EventsSeen extends AnswerSeen {
  readonly events: readonly unknown[]
  /** Whether the server ended the stream. */
  readonly hasEnded: boolean
}

export interface CallsSeen {
  readonly calls: readonly unknown[]
}

/** No response, or not the awaited one. */
export interface Failed {
  readonly failed: string
}

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly bytes: Buffer
}

export function observeAnswer(received: Received, compare: Comparison, mask: Mask): Observation {
  const { status } = received
  if (compare === 'none') return null
  if (compare === 'status') return { status }
  const body = part(mask.body(decodeBody(received)), compare)
  return { status, headers: observeHeaders(received.headers, mask), body }
}

function part(body: unknown, compare: Comparison): unknown {
  if (compare === 'shape') return shapeOf(body)
  return compare === 'undescribed' ? withoutDescriptions(body) : body
}

/** Headers of the connection rather than the API, and those that depend on the length of the body. */
const ignored = new Set(['date', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'])
/** Headers with values specific to the run; only their presence is compared. */
const random = new Set([
  'audit-id',
  'etag',
  'expires',
  'last-modified',
  'x-kubernetes-pf-flowschema-uid',
  'x-kubernetes-pf-prioritylevel-uid',
])

export function observeHeaders(headers: Received['headers'], mask: Mask): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).filter(([name]) => !ignored.has(name))
  return Object.fromEntries(
    kept
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, values]) => [name, random.has(name) ? '*' : mask.text(values.join(', '))]),
  )
}

export function decodeBody({ headers, bytes }: Received): unknown {
  const type = headers['content-type']?.[0] ?? ''
  const isPacked = headers['content-encoding']?.[0] === 'gzip'
  const text = (isPacked ? gunzipSync(bytes) : bytes).toString('utf8')
  if (text === '') return text
  if (/^application\/(\S+\+)?json/.test(type)) return decodeJson(text)
  if (type.startsWith('application/yaml')) return { yaml: parse(text) }
  if (type.includes('protobuf')) return { protobuf: '<bytes>' }
  return text
}

/** One document, or one a line for a stream. */
function decodeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map(parseLine)
  }
}

export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}

/** The value with its scalars replaced by the names of their types. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
  return `<${value === null ? 'null' : typeof value}>`
}

/** Removes texts only: a field called `description` has an object there. */
function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).filter(([key, inner]) => key !== 'description' || typeof inner !== 'string')
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutDescriptions(inner)]))
}
