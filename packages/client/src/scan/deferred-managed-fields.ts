/**
 * Managed fields that are decoded on first read: they are often half of an object, and rarely read. Transparent to readers, except in
 * time and memory.
 */
import type { JsonObject } from '@kubewright/core/json'
import { clientErrors } from '../errors.ts'
import { parseJson } from '../error/parse-json.ts'
import { comma, openArray } from './json-bytes.ts'
import type { Cut } from './managed-fields.ts'

/** Holds the encoded text. A separate holder per object, so that the object itself may be frozen. */
const waiting: unique symbol = Symbol('managedFields')

interface Holder {
  /** Empty once decoded. */
  text: string
  value: unknown
}

/** The same accessors for all objects: with closures, each object would get its own hidden class. */
const deferred: PropertyDescriptor & ThisType<{ [waiting]: Holder }> = {
  enumerable: true,
  configurable: true,
  get() {
    const holder = this[waiting]
    if (holder.text !== '') {
      holder.value = decode(holder.text)
      holder.text = ''
    }
    return holder.value
  },
  set(value: unknown) {
    this[waiting].text = ''
    this[waiting].value = value
  },
}

/** Adds managed fields to metadata that was decoded without them. `text` is their value as JSON. */
export function deferManagedFields(metadata: JsonObject, text: string): void {
  Object.defineProperty(metadata, waiting, { value: { text, value: undefined } })
  Object.defineProperty(metadata, 'managedFields', deferred)
}

/** The value within the range of `findManagedFields`; `undefined` if it is not a list. */
export function managedFieldsText(bytes: Buffer, [start, end]: Cut): string | undefined {
  const value = bytes.indexOf(openArray, start)
  const isList = value !== -1 && value < end && bytes[value - 1] === colon
  return isList ? bytes.toString('utf8', value, bytes[end - 1] === comma ? end - 1 : end) : undefined
}

const colon = 0x3a

function decode(text: string): unknown {
  const value = parseJson(text)
  if (value !== undefined) return value
  throw clientErrors('KW_CLIENT_ANSWER', {
    what: 'read metadata.managedFields',
    why: 'the response of the server is not valid JSON',
    next: 'Read the object again. If it happens again, check the proxies between this program and the API server.',
  })
}
