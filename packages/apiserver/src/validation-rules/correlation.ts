/** Correlates new values with old ones, so that ratcheting can ignore errors of unchanged values. */
import { deepEqual, getOwn, isJsonObject, type JsonValue } from '@kubewright/core/json'
import type { StructuralSchema } from '@kubewright/resource/schema'

interface Pair {
  readonly value: JsonValue
  readonly old: JsonValue
}

/** Immutable; `key` and `index` descend one step in both values. */
export class Correlation {
  readonly #here: Pair | undefined
  readonly #parent: Pair | undefined
  readonly #isRoot: boolean

  private constructor(here: Pair | undefined, parent: Pair | undefined, isRoot: boolean) {
    this.#here = here
    this.#parent = parent
    this.#isRoot = isRoot
  }

  /** The correlation of a value without an old value. */
  static none(): Correlation {
    return new Correlation(undefined, undefined, false)
  }

  static between(value: JsonValue, old: JsonValue): Correlation {
    return new Correlation({ value, old }, undefined, true)
  }

  /** Whether the value is unchanged; without an old value, whether the enclosing value is. */
  get isUnchanged(): boolean {
    const pair = this.#here ?? this.#parent
    return pair !== undefined && deepEqual(pair.value, pair.old)
  }

  key(name: string): Correlation {
    if (this.#here === undefined) return this
    if (this.#isRoot && (name === 'apiVersion' || name === 'kind')) return Correlation.none()
    return this.#below(fieldOf(this.#here.value, name), fieldOf(this.#here.old, name))
  }

  index(index: number, schema: StructuralSchema): Correlation {
    if (this.#here === undefined) return this
    const { value, old } = this.#here
    const item = Array.isArray(value) ? value[index] : undefined
    return this.#below(item, item === undefined || !Array.isArray(old) ? undefined : oldItem(item, old, schema))
  }

  #below(value: JsonValue | undefined, old: JsonValue | undefined): Correlation {
    const pair = value === undefined || old === undefined ? undefined : { value, old }
    return new Correlation(pair, this.#here, false)
  }
}

function fieldOf(value: JsonValue, name: string): JsonValue | undefined {
  return isJsonObject(value) ? getOwn(value, name) : undefined
}

/** The old item with the same keys. Only lists of type `map` have one. */
export function oldItem(item: JsonValue, old: readonly JsonValue[], schema: StructuralSchema): JsonValue | undefined {
  if (schema['x-kubernetes-list-type'] !== 'map') return undefined
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const keyOf = (value: JsonValue) => keys.map((key) => fieldOf(value, key) ?? null)
  return old.find((candidate) => deepEqual(keyOf(candidate), keyOf(item)))
}
