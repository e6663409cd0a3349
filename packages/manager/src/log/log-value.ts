/** Converts values for a log: data, errors with all their details, and no secrets. */

const hidden = '[hidden]'

/** Field names whose values are redacted. */
const secretName = /^(authorization|cookie|set-cookie|passw(or)?d|secret|token|api-?key|client-?secret|private-?key)$/i

/** Maximum depth. */
const deepest = 8

/** Data for `JSON.stringify`: no cycles, no secrets, errors with their code, cause and stack. */
export function logValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return String(value.toString()).slice(0, 100)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return '[…]'
  if (value instanceof Error) return logError(value, depth)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : value.toISOString()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return logValue(value.toJSON(), depth + 1)
  if (Array.isArray(value)) return value.map((one) => logValue(one, depth + 1))
  if (value instanceof Map) return logValue(Object.fromEntries(value), depth + 1)
  if (value instanceof Set) return logValue([...value], depth)
  return logObject(value as Readonly<Record<string, unknown>>, depth)
}

function logObject(value: Readonly<Record<string, unknown>>, depth: number): Readonly<Record<string, unknown>> {
  const holdsSecrets = value.kind === 'Secret'
  const said = Object.entries(value).map(([name, one]) => {
    const isSecret = secretName.test(name) || (holdsSecrets && (name === 'data' || name === 'stringData'))
    return [name, isSecret && one !== undefined && one !== null ? hidden : logValue(one, depth + 1)]
  })
  return Object.fromEntries(said) as Readonly<Record<string, unknown>>
}

function logError(error: Error & { readonly code?: unknown }, depth: number): Readonly<Record<string, unknown>> {
  const { name, message, code, stack, cause } = error
  return {
    name,
    message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(stack === undefined ? {} : { stack }),
    ...(cause === undefined ? {} : { cause: logValue(cause, depth + 1) }),
    ...(error instanceof AggregateError ? { errors: logValue(error.errors, depth + 1) } : {}),
  }
}
