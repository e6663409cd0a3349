/** The record format: `o <collection> <key>` holds a checksum, the revision and the text. */
import { crc32 } from 'node:zlib'
import type { Entry, JournalRecord } from '../journal.ts'

/** A summary of all records, written with every change, so that a loss is detected. */
export interface State {
  /** The newest revision written. */
  readonly revision: number
  readonly objects: number
  readonly digest: number
}

export const stateKey = 's'

/** The key range of all objects. */
export const objectRange = { gt: 'o ', lt: 'o!' } as const

export function recordKey({ collection, key }: Pick<Entry, 'collection' | 'key'>): string {
  return `o ${collection} ${key}`
}

export function recordValue({ revision, text }: Pick<JournalRecord, 'revision' | 'text'>): string {
  const content = `${revision} ${text}`
  return `${crc32(content)} ${content}`
}

/** `undefined` if the record is damaged. */
export function parseRecord(name: string, value: string): JournalRecord | undefined {
  const [, collection, key] = /^o (\S+) (.*)$/s.exec(name) ?? []
  const at = value.indexOf(' ')
  const content = value.slice(at + 1)
  if (collection === undefined || key === undefined || String(crc32(content)) !== value.slice(0, at)) return undefined
  const gap = content.indexOf(' ')
  return { collection, key, revision: Number(content.slice(0, gap)), text: content.slice(gap + 1) }
}

export function parseState(value: string | undefined): State | undefined {
  const match = /^(\d+) (\d+) (\d+)$/.exec(value ?? '')
  if (match === null) return undefined
  const [revision, objects, digest] = match.slice(1).map(Number)
  return { revision: revision!, objects: objects!, digest: digest! }
}

export function formatState({ revision, objects, digest }: State): string {
  return `${revision} ${objects} ${digest}`
}
