/**
 * A value and its previous state. On an update the API server ignores schema violations in values that did not change (ratcheting);
 * this finds the corresponding old values, by field name and by the keys of map lists.
 */
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import { schemaOfField, type StructuralSchema } from './structural-schema.ts'

/** Immutable; `field` and `item` descend in both values, and return nothing where the old value has no counterpart. */
export class Revision {
  readonly #value: JsonValue
  readonly #old: JsonValue
  readonly #schema: StructuralSchema
  #isUnchanged: boolean | undefined
  /** Old items by their keys; the first of duplicates. */
  #oldItems: ReadonlyMap<string, JsonValue> | undefined

  constructor(value: JsonValue, old: JsonValue, schema: StructuralSchema) {
    this.#value = value
    this.#old = old
    this.#schema = schema
  }

  /** Ignores the order of map lists. */
  get isUnchanged(): boolean {
    return (this.#isUnchanged ??= this.#compare())
  }

  field(name: string): Revision | undefined {
    const schema = schemaOfField(this.#schema, name)
    const [value, old] = [fieldOf(this.#value, name), fieldOf(this.#old, name)]
    return schema === undefined || value === undefined || old === undefined
      ? undefined
      : new Revision(value, old, schema)
  }

  item(index: number): Revision | undefined {
    const { items } = this.#schema
    if (items === undefined || !Array.isArray(this.#value) || !Array.isArray(this.#old)) return undefined
    const value = this.#value[index] as JsonValue | undefined
    const old = value === undefined ? undefined : this.#partnerOf(value, this.#old)
    return value === undefined || old === undefined || old === null ? undefined : new Revision(value, old, items)
  }

  /** Items of other lists have no identity. */
  #partnerOf(item: JsonValue, old: readonly JsonValue[]): JsonValue | undefined {
    if (this.#schema['x-kubernetes-list-type'] !== 'map') return undefined
    this.#oldItems ??= new Map(old.toReversed().map((candidate) => [this.#identityOf(candidate), candidate]))
    return this.#oldItems.get(this.#identityOf(item))
  }

  /** Keys of a list are scalars, so their text identifies them. */
  #identityOf(item: JsonValue): string {
    const keys = this.#schema['x-kubernetes-list-map-keys'] ?? []
    return JSON.stringify(keys.map((key) => fieldOf(item, key) ?? null))
  }

  #compare(): boolean {
    const [value, old] = [this.#value, this.#old]
    if (Array.isArray(value) && Array.isArray(old)) return this.#compareItems(value, old)
    return isJsonObject(value) && isJsonObject(old) ? this.#compareFields(value, old) : deepEqual(value, old)
  }

  #compareItems(value: readonly JsonValue[], old: readonly JsonValue[]): boolean {
    if (this.#schema['x-kubernetes-list-type'] !== 'map') return deepEqual(value, old)
    return value.length === old.length && value.every((_, index) => this.item(index)?.isUnchanged === true)
  }

  /** An undeclared field has no counterpart, so an object that has one never counts as unchanged. */
  #compareFields(value: JsonObject, old: JsonObject): boolean {
    const names = Object.keys(value)
    return names.length === Object.keys(old).length && names.every((name) => this.field(name)?.isUnchanged === true)
  }
}

function fieldOf(value: JsonValue, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
