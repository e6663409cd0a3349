/**
 * A copy of JSON whose objects have no prototype, so that a pollution of `Object.prototype` cannot add properties. For code
 * that decides about access.
 */
export function withoutPrototype<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutPrototype) as Value
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.create(null) as Record<string, unknown>
  for (const [key, member] of Object.entries(value)) copy[key] = withoutPrototype(member)
  return copy as Value
}
