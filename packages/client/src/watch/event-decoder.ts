/** Decodes lines of a watch stream. */
import type { KubeObject } from '@kubewright/core'
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import { ApiError } from '../error/api-error.ts'
import { statusFailure } from '../error/api-failure.ts'
import { describeBody } from '../error/body-excerpt.ts'
import { describeOperation, type Operation } from '../error/operation.ts'
import { parseJson } from '../error/parse-json.ts'
import { readStatus } from '../error/server-status.ts'
import { deferManagedFields, managedFieldsText } from '../scan/deferred-managed-fields.ts'
import { closeObject, startsWith } from '../scan/json-bytes.ts'
import { type Cut, findManagedFields } from '../scan/managed-fields.ts'
import { doubt, MetadataCursor } from '../scan/metadata-cursor.ts'
import { LabelMemo } from './label-memo.ts'
import { type EventSource, LazyChange } from './lazy-change.ts'
import type { BookmarkEvent, ChangeEvent, ChangeType, WatchEvent } from './watch-event.ts'

const changeTypes: readonly ChangeType[] = ['ADDED', 'MODIFIED', 'DELETED']
/** The start of a line up to the object, as API servers write it. Other lines are decoded eagerly. */
const prefixes = changeTypes.map((type) => ({ type, bytes: Buffer.from(`{"type":"${type}","object":`) }))
/** The offset where they differ: no two types begin with the same letter. */
const typeAt = '{"type":"'.length
const newline = 0x0a
const initialEventsEnd = 'k8s.io/initial-events-end'

export interface EventDecoderOptions<Item extends KubeObject> {
  readonly operation: Operation
  /** Converts the decoded JSON of an object, which has metadata. */
  readonly toObject: (json: JsonObject) => Item
  /** Removes managed fields before decoding: they are most of the work. */
  readonly omitManagedFields: boolean
}

export class EventDecoder<Item extends KubeObject> implements EventSource<Item> {
  readonly labels = new LabelMemo()
  readonly #operation: Operation
  readonly #toObject: (json: JsonObject) => Item
  readonly #omitManagedFields: boolean

  constructor({ operation, toObject, omitManagedFields }: EventDecoderOptions<Item>) {
    this.#operation = operation
    this.#toObject = toObject
    this.#omitManagedFields = omitManagedFields
  }

  /**
   * Failure: throws the `ApiError` of an ERROR event, and `KW_CLIENT_EVENT` for a line that is not an event. Damage within an object is
   * detected when the object is read.
   */
  decode(bytes: Buffer, start: number, end: number): WatchEvent<Item> {
    const prefix = bytes[end - 1] === closeObject ? prefixOf(bytes, start) : undefined
    if (prefix !== undefined) {
      return new LazyChange(prefix.type, new MetadataCursor(bytes, start + prefix.bytes.length, end - 1), this)
    }
    const line = bytes.toString('utf8', start, end)
    const event = parseJson(line)
    if (!isJsonObject(event) || !isJsonObject(event.object)) throw this.#damaged(line)
    return this.#decodeNow(event.type, event.object, line)
  }

  decodeObject(encoded: MetadataCursor): Item {
    // A third member after the object, which no API server writes today, would break the cut: then decode the whole line.
    const line = () => lineAround(encoded)
    const { bytes, start, end } = encoded
    const cut = findManagedFields(bytes, start, end)
    if (cut === undefined || cut === doubt) {
      return this.#checked(parseJson(bytes.toString('utf8', start, end)) ?? objectIn(parseJson(line())), line)
    }
    const rest = parseJson(bytes.toString('utf8', start, cut[0]) + bytes.toString('utf8', cut[1], end))
    return this.#checked(this.#withManagedFields(rest, bytes, cut) ?? objectIn(parseJson(line())), line)
  }

  /** Decoded on first read, unless omitted. `undefined` if that is not possible here. */
  #withManagedFields(object: unknown, bytes: Buffer, cut: Cut): unknown {
    if (this.#omitManagedFields) return object
    const text = managedFieldsText(bytes, cut)
    if (text === undefined || !isJsonObject(object) || !isJsonObject(object.metadata)) return undefined
    deferManagedFields(object.metadata, text)
    return object
  }

  #decodeNow(type: unknown, object: JsonObject, line: string): WatchEvent<Item> {
    if (type === 'BOOKMARK') return this.#bookmark(object, line)
    if (type === 'ERROR') throw this.#serverError(object)
    const changeType = changeTypes.find((candidate) => candidate === type)
    if (changeType === undefined) throw this.#damaged(line)
    return decodedChange(
      changeType,
      this.#checked(object, () => line),
    )
  }

  #bookmark(object: JsonObject, line: string): BookmarkEvent {
    const { resourceVersion, annotations } = this.#checked(object, () => line).metadata
    return { type: 'BOOKMARK', resourceVersion, isInitialEventsEnd: annotations?.[initialEventsEnd] === 'true' }
  }

  #checked(object: unknown, line: () => string): Item {
    if (!isJsonObject(object) || !isJsonObject(object.metadata)) throw this.#damaged(line())
    return this.#toObject(object)
  }

  #serverError(object: JsonObject): Error {
    const status = readStatus(object) ?? { message: 'an ERROR event without a Status', details: { causes: [] } }
    return statusFailure(this.#operation, status, { status: status.code ?? 500 })
  }

  #damaged(line: string): Error {
    const why = `a line of the stream is not an event but ${describeBody(line)}`
    const next = 'Restart the watch from the last resourceVersion. If it happens again, check the proxies in between.'
    return new ApiError('KW_CLIENT_EVENT', { what: describeOperation(this.#operation), why, next }, this.#operation)
  }
}

function decodedChange<Item extends KubeObject>(type: ChangeType, object: Item): ChangeEvent<Item> {
  const { name, namespace, uid, resourceVersion, generation, labels, deletionTimestamp } = object.metadata
  return { type, name, namespace, uid, resourceVersion, generation, labels, deletionTimestamp, object }
}

function objectIn(event: unknown): unknown {
  return isJsonObject(event) ? event.object : undefined
}

/** The whole line of an event: from the newline before its object to the brace after it. */
function lineAround({ bytes, start, end }: MetadataCursor): string {
  return bytes.toString('utf8', bytes.lastIndexOf(newline, start) + 1, end + 1)
}

function prefixOf(bytes: Buffer, start: number): (typeof prefixes)[number] | undefined {
  for (const prefix of prefixes) {
    if (prefix.bytes[typeAt] === bytes[start + typeAt])
      return startsWith(bytes, start, prefix.bytes) ? prefix : undefined
  }
  return undefined
}
