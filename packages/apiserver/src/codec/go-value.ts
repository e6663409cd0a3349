/**
 * A value of a Go type while it is being read: a struct or map as an object, with every field that was set, zero or not.
 * Missing and undefined mean nil, or zero where there is no nil. Null means that something is there which is written as
 * null: a time that means none, a schema that is neither here nor there.
 */
export type GoValue = Record<string, unknown>

/** Names come from outside, and one of them would change the object itself. */
export function putKey(map: GoValue, key: string, value: unknown): void {
  if (key !== '__proto__') map[key] = value
  else Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true })
}
