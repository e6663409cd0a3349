/** Reads a field by an untrusted name. Ignores inherited properties such as `constructor` and `toString`. */
export function ownField<Value>(fields: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined
}
