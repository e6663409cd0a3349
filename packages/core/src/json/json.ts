/** JSON types, and safe access to members whose names are untrusted. */

/** Any value that JSON can represent. */
export type JsonValue = null | boolean | number | string | JsonArray | JsonObject

/** A read-only list of JSON values. */
export type JsonArray = readonly JsonValue[]

/** A member that is `undefined` counts as absent, as it does for `JSON.stringify`. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined
}

/**
 * The documents that functions accept: JSON, or an object of a declared type, such as a Deployment. TypeScript does not assign an
 * interface to `JsonObject`, although every object in a cluster is one.
 */
export type JsonLike = JsonValue | object

/** Whether `value` is a JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own member of `object`; inherited ones, such as `constructor`, are not part of a document. */
export function getOwn<Value>(object: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined
}

/**
 * Sets an own member of `target`, whatever its name. Plain assignment to `__proto__` would replace the prototype.
 *
 * @example
 * ```ts
 * const box: Record<string, number> = {}
 * setOwn(box, '__proto__', 1)
 * JSON.stringify(box) // => '{"__proto__":1}'
 * ```
 */
export function setOwn<Value>(target: Record<string, Value>, key: string, value: NoInfer<Value>): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  } else target[key] = value
}
