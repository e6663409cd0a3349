/** From versions to the lines of a watch. Lines are made once for all watches that want the same form. */
import { goJson } from '../codec/go-json.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { type Draft, draftOf } from '../object/draft.ts'
import type { Negotiated } from '../request/negotiation.ts'
import type { Stored } from '../storage/version.ts'
import { type IncludeObject, partialOf, tableOf } from '../verbs/render.ts'

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

/** The last lines by the object they show: all watches want the same one at about the same time, and never again. */
let lines = new Map<Stored, PlainLine>()
/** Mostly it is the very last one. */
let latest: PlainLine | undefined
const linesLimit = 256
/** And how large they may be together: objects may be large, and nobody asks for a line twice. */
const bytesLimit = 4 * 1024 * 1024
let bytes = 0

/** The line for a change, as a watch in the stored version shows it. */
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

/** The line for a change in any other form. */
export async function renderedLine(kind: ServedKind, form: WatchForm, event: RenderedEvent): Promise<Uint8Array> {
  const [draft] = await kind.storage.read([draftOf(event.object.text)])
  return line(event.type, renderEvent(kind, form, draft!, event))
}

export interface RenderedEvent {
  readonly type: EventType
  readonly object: Stored
  readonly nowMs: number
  /** Whether a table names its columns in this line. */
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

/** Says how far the watch has come, with nothing else to say. */
export function bookmarkLine(kind: ServedKind, form: WatchForm, bookmark: Bookmark): Uint8Array {
  const { empty, revision, isInitialEnd } = bookmark
  const metadata = {
    resourceVersion: String(revision),
    ...(isInitialEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}),
  }
  return line('BOOKMARK', renderEvent(kind, form, { ...empty, metadata }, bookmark))
}

export interface Bookmark {
  /** An object of the kind with nothing in it. */
  readonly empty: Draft
  readonly revision: number
  /** Whether what was there when the watch began has been sent. */
  readonly isInitialEnd: boolean
  readonly nowMs: number
  readonly hasColumns: boolean
}

export function line(type: EventType, object: unknown): Uint8Array {
  return Buffer.from(`{"type":"${type}","object":${goJson(object)}}\n`)
}
