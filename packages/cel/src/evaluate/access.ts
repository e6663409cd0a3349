/** Field and element access: `x.f`, `x[k]`, `x.?f`, `has(x.f)`. */
import { CelError, isCelError } from '../values/cel-error.ts'
import { ListValue, MapValue } from '../values/collection.ts'
import { OpaqueValue } from '../values/opaque.ts'
import { Optional } from '../values/optional.ts'
import { scalarText } from '../values/scalar-text.ts'
import type { Value } from '../values/value.ts'

export function getIndex(container: Value, key: Value): Value {
  if (isCelError(container)) return container
  if (container instanceof MapValue || container instanceof ListValue) return container.get(key)
  if (container instanceof Optional) return findField(container, key)
  if (container instanceof OpaqueValue && typeof key === 'string') {
    const found = container.field(key)
    return found === undefined ? new CelError(`no such key: ${key}`) : found
  }
  return new CelError(`no such key: ${scalarText(key)}`)
}

/** The field as an optional; `none` if the container is `none`. */
export function findField(container: Value, key: Value): Value {
  if (isCelError(container)) return container
  const inner = container instanceof Optional ? container.value : container
  if (inner === undefined) return Optional.none
  const found = lookUp(inner, key)
  if (isCelError(found)) return found
  return found === undefined ? Optional.none : new Optional(found)
}

export function hasField(container: Value, field: string): Value {
  if (isCelError(container)) return container
  const inner = container instanceof Optional ? container.value : container
  if (inner === undefined) return false
  const found = lookUp(inner, field)
  return isCelError(found) ? found : found !== undefined
}

function lookUp(container: Value, key: Value): Value | undefined {
  if (container instanceof MapValue) return container.find(key)
  return container instanceof OpaqueValue && typeof key === 'string' ? container.field(key) : undefined
}
