/** Encodes versions as watch event lines. A line is encoded once for all watches with the same form. */
import { goJson } from '../go/go-json.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { type Draft, draftOf } from '../object/draft.ts'
import type { Negotiated } from '../request/negotiation.ts'
import type { Stored } from '../storage/version.ts'
import { type IncludeObject, partialOf, tableOf } from '../rendering/render.ts'

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'

export interface WatchForm {
  readonly rendering: Negotiated['rendering']
  readonly version: Negotiated['version']
  readonly include: IncludeObject
}

interface PlainLine {
  readonly type: EventType
  readonly object: Stored
  readonly line: Uint8Array
}

/** Recently encoded lines by object: all watches need the same line at about the same time, and then never again. */
let lines = new Map<Stored, PlainLine>()
/** The most recent line, which is the usual hit. */
let latest: PlainLine | undefined
const linesLimit = 256
/** The size limit of all cached lines together, since objects may be large. */
const bytesLimit = 4 * 1024 * 1024
let bytes = 0

/** The event line of a change, with the object as stored. */
export function plainLine(type: EventType, object: Stored): Uint8Array {
  if (latest?.object === object && latest.type === type) return latest.line
  const known = lines.get(object)
  latest = known?.type === type ? known : newLine(type, object)
  return latest.line
}

function newLine(type: EventType, object: Stored): PlainLine {
  const made = { type, object, line: Buffer.from(`{"type":"${type}","object":${object.text}}\n`) }
  if (lines.size >= linesLimit || bytes > bytesLimit) {
    lines = new Map()
    bytes = 0
  }
  lines.set(object, made)
  bytes += made.line.length
  return made
}

/** The event line of a change in any other form. */
export async function renderedLine(kind: ServedKind, form: WatchForm, event: RenderedEvent): Promise<Uint8Array> {
  const [draft] = await kind.storage.read([draftOf(event.object.text)])
  return line(event.type, renderEvent(kind, form, draft!, event))
}

export interface RenderedEvent {
  readonly type: EventType
  readonly object: Stored
  readonly nowMs: number
  /** Whether a table includes its column definitions in this line. */
  readonly hasColumns: boolean
}

function renderEvent(
  kind: ServedKind,
  { rendering, version, include }: WatchForm,
  object: Draft,
  { nowMs, hasColumns }: Pick<RenderedEvent, 'nowMs' | 'hasColumns'>,
): unknown {
  if (rendering === 'Object') return object
  if (rendering !== 'Table') return partialOf(object, version)
  const metadata = { resourceVersion: object.metadata.resourceVersion }
  return tableOf(kind.table, [object], { version, include, nowMs, metadata, hasColumns })
}

/** A bookmark event. */
export function bookmarkLine(kind: ServedKind, form: WatchForm, bookmark: Bookmark): Uint8Array {
  const { empty, revision, isInitialEnd } = bookmark
  const metadata = {
    resourceVersion: String(revision),
    ...(isInitialEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}),
  }
  return line('BOOKMARK', renderEvent(kind, form, { ...empty, metadata }, bookmark))
}

export interface Bookmark {
  /** An empty object of the kind. */
  readonly empty: Draft
  readonly revision: number
  /** Whether the initial events have been sent. */
  readonly isInitialEnd: boolean
  readonly nowMs: number
  readonly hasColumns: boolean
}

export function line(type: EventType, object: unknown): Uint8Array {
  return Buffer.from(`{"type":"${type}","object":${goJson(object)}}\n`)
}
