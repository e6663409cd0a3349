/** JSON under a schema as CEL values, converted lazily. */
import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import type { StructuralSchema } from '@kubewright/resource/schema'
import { CelError, noSuchOverload } from '../values/cel-error.ts'
import { type Equal, ListValue, MapValue } from '../values/collection.ts'
import { OpaqueValue } from '../values/opaque.ts'
import { parseDate, parseTimestamp } from '../values/time.ts'
import type { Value } from '../values/value.ts'
import { opaqueType } from '../types/type.ts'
import { parseOpenApiDuration } from './openapi-duration.ts'
import { escapeName, unescapeName } from './escape.ts'
import { withObjectMeta } from './declared-type.ts'
import { toJson } from './to-json.ts'

/** The value of `json`; an error where it does not match `schema`. */
export function objectValue(json: JsonValue, schema: StructuralSchema): Value {
  if (json === null) {
    return schema.nullable === true ? null : new CelError('invalid data, got null for schema with nullable=false')
  }
  if (schema['x-kubernetes-int-or-string'] === true) return intOrString(json)
  switch (schema.type) {
    case 'object':
      if (isJsonObject(json)) return new ObjectMap(json, embedded(schema))
      return new CelError('invalid data, expected a map for the provided schema with type=object')
    case 'array':
      return listValue(json, schema)
    case 'string':
      return typeof json === 'string' ? textValue(json, schema.format) : unexpected('string', json)
    case 'number':
      return typeof json === 'number' ? json : unexpected('float', json)
    case 'integer':
      return typeof json === 'number' && Number.isInteger(json) ? BigInt(json) : unexpected('int', json)
    case 'boolean':
      return typeof json === 'boolean' ? json : unexpected('bool', json)
    default:
      return new UnknownValue(json)
  }
}

function embedded(schema: StructuralSchema): StructuralSchema {
  return schema['x-kubernetes-embedded-resource'] === true ? withObjectMeta(schema) : schema
}

function intOrString(json: JsonValue): Value {
  if (typeof json === 'string') return json
  if (typeof json === 'number' && Number.isInteger(json)) return BigInt(json)
  return new CelError('invalid data, expected XIntOrString value to be either a string or integer')
}

function unexpected(expected: string, json: JsonValue): CelError {
  const name =
    typeof json === 'object'
      ? Array.isArray(json)
        ? '[]interface {}'
        : 'map[string]interface {}'
      : goNames[typeof json]
  return new CelError(`invalid data, expected ${expected}, got ${name}`)
}

const goNames: Readonly<Record<string, string>> = { string: 'string', number: 'float64', boolean: 'bool' }

function textValue(text: string, format: string | undefined): Value {
  switch (format) {
    case 'duration':
      return parseOpenApiDuration(text) ?? new CelError(`Invalid duration ${text}`)
    case 'date':
      return parseDate(text) ?? new CelError(`Invalid date formatted string ${text}`)
    case 'date-time':
      return (
        parseTimestamp(text.replace(/^(.{10})[tT ]/, '$1T').replace(/z$/, 'Z')) ??
        new CelError(`Invalid date-time formatted string ${text}`)
      )
    case 'byte':
      return new Uint8Array(Buffer.from(text, 'base64'))
    default:
      return text
  }
}

function listValue(json: JsonValue, schema: StructuralSchema): Value {
  if (!Array.isArray(json))
    return new CelError('invalid data, expected an array for the provided schema with type=array')
  const { items } = schema
  if (items === undefined) return new CelError('invalid array type, expected Items with a non-empty Schema')
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  switch (schema['x-kubernetes-list-type']) {
    case 'map':
      return new MapList(json, items, (item) => keyOf(item, keys))
    case 'set':
      return new SetList(json, items, (item) => JSON.stringify(item))
    default:
      return new JsonList(json, items)
  }
}

function keyOf(item: JsonValue, keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => (isJsonObject(item) ? getOwn(item, key) : undefined) ?? null))
}

class JsonList extends ListValue {
  readonly elements: readonly JsonValue[]
  readonly items: StructuralSchema

  constructor(elements: readonly JsonValue[], items: StructuralSchema) {
    super()
    this.elements = elements
    this.items = items
  }

  get size(): number {
    return this.elements.length
  }

  at(index: number): Value {
    return objectValue(this.elements[index]!, this.items)
  }

  override equals(other: Value, equal: Equal): boolean | CelError {
    return other instanceof ListValue ? super.equals(other, equal) : noSuchOverload()
  }

  override concat(other: ListValue): ListValue {
    return this.withElements([...this.elements, ...jsonOf(other)])
  }

  protected withElements(elements: readonly JsonValue[]): ListValue {
    return new JsonList(elements, this.items)
  }
}

function jsonOf(list: ListValue): readonly JsonValue[] {
  return list instanceof JsonList ? list.elements : [...list].map(toJson)
}

/** A list with unique, identifiable elements, whose order does not matter. */
abstract class IdentifiedList extends JsonList {
  readonly #identify: (item: JsonValue) => string

  constructor(elements: readonly JsonValue[], items: StructuralSchema, identify: (item: JsonValue) => string) {
    super(elements, items)
    this.#identify = identify
  }

  protected abstract same(ours: JsonValue, theirs: JsonValue, equal: Equal): boolean | CelError
  /** The element that replaces `ours` when `theirs` with the same identity is added. */
  protected abstract merged(ours: JsonValue, theirs: JsonValue): JsonValue
  protected abstract make(elements: readonly JsonValue[], identify: (item: JsonValue) => string): ListValue

  override equals(other: Value, equal: Equal): boolean | CelError {
    if (!(other instanceof ListValue)) return noSuchOverload()
    if (other.size !== this.size) return false
    const ours = new Map(this.elements.map((item) => [this.#identify(item), item]))
    for (const theirs of jsonOf(other)) {
      const item = ours.get(this.#identify(theirs))
      const verdict = item !== undefined && this.same(item, theirs, equal)
      if (verdict !== true) return verdict
    }
    return true
  }

  override concat(other: ListValue): ListValue {
    const joined = new Map(this.elements.map((item) => [this.#identify(item), item]))
    for (const theirs of jsonOf(other)) {
      const key = this.#identify(theirs)
      const ours = joined.get(key)
      joined.set(key, ours === undefined ? theirs : this.merged(ours, theirs))
    }
    return this.make([...joined.values()], this.#identify)
  }
}

class SetList extends IdentifiedList {
  protected same(): boolean {
    return true
  }

  protected merged(ours: JsonValue): JsonValue {
    return ours
  }

  protected make(elements: readonly JsonValue[], identify: (item: JsonValue) => string): ListValue {
    return new SetList(elements, this.items, identify)
  }
}

class MapList extends IdentifiedList {
  protected same(ours: JsonValue, theirs: JsonValue, equal: Equal): boolean | CelError {
    return equal(objectValue(ours, this.items), objectValue(theirs, this.items))
  }

  protected merged(_ours: JsonValue, theirs: JsonValue): JsonValue {
    return theirs
  }

  protected make(elements: readonly JsonValue[], identify: (item: JsonValue) => string): ListValue {
    return new MapList(elements, this.items, identify)
  }
}

/** An object with declared fields, whose names are escaped, or a map, whose keys are not. */
class ObjectMap extends MapValue {
  readonly json: JsonObject
  readonly #schema: StructuralSchema

  constructor(json: JsonObject, schema: StructuralSchema) {
    super()
    this.json = json
    this.#schema = schema
  }

  get size(): number {
    return Object.keys(this.json).length
  }

  *keys(): Generator<Value, void, void> {
    for (const name of Object.keys(this.json)) {
      if (this.#schemaOf(name) === undefined) continue
      yield this.#hasFields ? (escapeName(name) ?? name) : name
    }
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string') return noSuchOverload()
    const name = this.#hasFields ? unescapeName(key) : key
    const json = name === undefined ? undefined : getOwn(this.json, name)
    if (name === undefined || json === undefined || (json === null && this.#hasFields)) return undefined
    const schema = this.#schemaOf(name)
    return schema && objectValue(json, schema)
  }

  override equals(other: Value, equal: Equal): boolean | CelError {
    if (!(other instanceof MapValue)) return noSuchOverload()
    if (this.size !== other.size) return false
    for (const name of Object.keys(this.json)) {
      const verdict =
        this.#schemaOf(name) === undefined ? this.#sameHidden(name, other) : this.#sameField(name, other, equal)
      if (verdict !== true) return verdict
    }
    return true
  }

  #sameField(name: string, other: MapValue, equal: Equal): boolean | CelError {
    const [ours, theirs] = [this.find(name), other.find(name)]
    if (ours === undefined || theirs === undefined) return ours === theirs
    return equal(ours, theirs)
  }

  /** Fields unknown to the schema are compared as JSON, if both objects have them. */
  #sameHidden(name: string, other: MapValue): boolean | CelError {
    if (!(other instanceof ObjectMap)) return noSuchOverload()
    const theirs = getOwn(other.json, name)
    return theirs === undefined || deepEqual(getOwn(this.json, name), theirs)
  }

  get #hasFields(): boolean {
    return this.#schema.properties !== undefined
  }

  #schemaOf(name: string): StructuralSchema | undefined {
    const { properties, additionalProperties } = this.#schema
    if (properties !== undefined) return Object.hasOwn(properties, name) ? properties[name] : undefined
    return typeof additionalProperties === 'object' ? additionalProperties : undefined
  }
}

/** A value of unknown shape, which supports nothing but comparison. */
class UnknownValue extends OpaqueValue {
  readonly type = opaqueType('unknown')
  readonly json: JsonValue

  constructor(json: JsonValue) {
    super()
    this.json = json
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof UnknownValue && deepEqual(other.json, this.json)
  }
}
