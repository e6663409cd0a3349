/**
 * A value of a Go type during decoding: a struct or map is an object with every field that was set, zero or not. Missing
 * and undefined mean nil, or zero for types without nil. Null means a present value that is serialized as null: a zero
 * time, or a schema union that holds no alternative.
 */
export type GoValue = Record<string, unknown>

/** Sets an untrusted key. Plain assignment of `__proto__` would change the prototype. */
export function putKey(map: GoValue, key: string, value: unknown): void {
  if (key !== '__proto__') map[key] = value
  else Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true })
}
