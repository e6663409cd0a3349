/** JSON without a schema, as policies see `object` and `params`. */
import { getOwn, type JsonObject, type JsonValue } from '@kubewright/core/json'
import { CelError } from '../values/cel-error.ts'
import { ListValue, MapValue } from '../values/collection.ts'
import type { Value } from '../values/value.ts'

/** Integers become `int`, other numbers `double`. */
export function dynamicValue(json: JsonValue): Value {
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json
  if (json === null || typeof json !== 'object') return json
  return Array.isArray(json) ? new DynamicList(json) : new DynamicMap(json as JsonObject)
}

class DynamicList extends ListValue {
  readonly #elements: readonly JsonValue[]

  constructor(elements: readonly JsonValue[]) {
    super()
    this.#elements = elements
  }

  get size(): number {
    return this.#elements.length
  }

  at(index: number): Value {
    return dynamicValue(this.#elements[index]!)
  }
}

class DynamicMap extends MapValue {
  readonly #json: JsonObject

  constructor(json: JsonObject) {
    super()
    this.#json = json
  }

  get size(): number {
    return Object.keys(this.#json).length
  }

  keys(): Iterable<Value> {
    return Object.keys(this.#json)
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string') return new CelError('no such overload')
    const json = getOwn(this.#json, key)
    return json === undefined ? undefined : dynamicValue(json)
  }
}
