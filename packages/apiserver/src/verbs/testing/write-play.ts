/** Plays generated writes on a server and describes each response in one line. */
import { diffMergePatch, type JsonValue } from '@kubewright/core/json'
import type { Answer, Send } from '../../testing/play-request.ts'
import { generateWrites } from './write-generator.ts'

const namespace = 'default'
const stepsEach = 12

/** Lines by seed. */
export type Recording = Readonly<Record<string, readonly string[]>>

export async function playWrites(send: Send, seeds: readonly string[]): Promise<Recording> {
  await send('/api/v1/namespaces', { method: 'POST', body: { metadata: { name: namespace } } })
  const recording: Record<string, readonly string[]> = {}
  for (const seed of seeds) recording[seed] = await playSeed(send, seed)
  return recording
}

async function playSeed(send: Send, seed: string): Promise<readonly string[]> {
  const mask = new Mask()
  const lines: string[] = []
  let before: unknown = {}
  for (const { method, path, headers, body } of generateWrites(seed, stepsEach, namespace)) {
    const answer = await send(path, { method, ...(headers && { headers }), ...(body === undefined ? {} : { body }) })
    const after = mask.value(answer.body)
    lines.push(lineOf(answer, before, after))
    if (!isStatus(after)) before = after
  }
  return lines
}

/** The status code, warnings, and the failure or the difference to the object last shown. */
function lineOf({ status, headers }: Answer, before: unknown, after: unknown): string {
  const warnings = [headers['warning'] ?? []].flat().join(', ')
  const news = isStatus(after) ? after : diffMergePatch(before as JsonValue, after as JsonValue)
  return `${status}${warnings === '' ? '' : ` [${warnings}]`} ${JSON.stringify(news)}`
}

function isStatus(body: unknown): boolean {
  return (body as { kind?: string }).kind === 'Status'
}

interface ManagerEntry {
  readonly manager: string
  readonly operation: string
  readonly subresource?: string
  readonly apiVersion: string
  readonly time?: string
  readonly fieldsV1?: unknown
}

function byManager({ manager, operation, subresource = '', apiVersion, time, fieldsV1 }: ManagerEntry) {
  return [[manager, operation, subresource, apiVersion, time && 'dated'].filter(Boolean).join(' '), fieldsV1] as const
}

interface Cause {
  readonly reason?: string
  readonly message?: string
  readonly field?: string
}

/** The cause of a patch failure repeats the message, which contains the whole object. */
function causeText({ reason, message, field }: Cause): string {
  return `${field}: ${reason}: ${field === 'patch' ? 'as above' : message}`
}

/** Replaces resource versions by their order of appearance, and UIDs and times by placeholders. */
class Mask {
  readonly #versions = new Map<string, number>()

  value(value: unknown, key = ''): unknown {
    if (typeof value === 'string') return key === 'resourceVersion' ? this.#version(value) : this.#text(value)
    if (Array.isArray(value)) return value.map((item) => this.value(item))
    // A merge patch cannot express null.
    if (value === null) return '<null>'
    if (typeof value !== 'object') return value
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(entries.map(([name, item]) => [name, this.#member(name, item)]))
  }

  /** Managers are sorted by write time, and the causes of a conflict have random order. */
  #member(name: string, item: unknown): unknown {
    if (name === 'managedFields')
      return Object.fromEntries((item as ManagerEntry[]).map(byManager).sort(([a], [b]) => (a < b ? -1 : 1)))
    const masked = this.value(item, name)
    return name === 'causes' ? (masked as Cause[]).map(causeText).sort() : masked
  }

  #version(text: string): string {
    if (!this.#versions.has(text)) this.#versions.set(text, this.#versions.size)
    return `<version ${this.#versions.get(text)}>`
  }

  #text(text: string): string {
    return (
      text
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
        .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>')
        // Managers in a quoted object are also sorted by write time.
        .replace(/(managedFields\\+":)\[.*\]/s, '$1[]')
        .replace(/(resourceVersion\\*"?:\\*"?)\d+/g, '$1<version>')
    )
  }
}
