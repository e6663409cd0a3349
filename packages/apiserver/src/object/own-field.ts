/** A field by a name from outside. Every object knows some that nobody wrote: `constructor`, `toString`. */
export function ownField<Value>(fields: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined
}
