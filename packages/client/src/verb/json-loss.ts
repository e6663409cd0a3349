/**
 * Finds values that `JSON.stringify` would silently drop or turn into `null`: non-finite numbers, functions, symbols, holes in lists, and
 * containers such as `Map`. Each would change the written object. A member that is `undefined` counts as absent.
 */

/** The first loss and its path: `spec.replicas is NaN`. Expects a value that can otherwise be represented in JSON. */
export function findLoss(value: unknown): string | undefined {
  const loss = lossIn(value)
  return loss === undefined ? undefined : `${loss.path.replace(/^\./, '') || 'the request body'} is ${loss.what}`
}

interface Loss {
  /** Relative to the value; built while unwinding, so that a valid object allocates no strings. */
  readonly path: string
  readonly what: string
}

function lossIn(value: unknown): Loss | undefined {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? undefined : { path: '', what: String(value) }
    case 'function':
    case 'symbol':
      return { path: '', what: `a ${typeof value}` }
    case 'object':
      return value === null ? undefined : lossInObject(value)
    default:
      return undefined
  }
}

function lossInObject(value: object): Loss | undefined {
  if (Array.isArray(value)) return lossInList(value)
  if (Symbol.iterator in value) return { path: '', what: `a ${nameOf(value)}` }
  if (value instanceof Date && Number.isNaN(value.getTime())) return { path: '', what: 'an invalid date' }
  if ('toJSON' in value && typeof value.toJSON === 'function') return lossIn(value.toJSON(''))
  for (const key of Object.keys(value)) {
    const loss = lossIn((value as Record<string, unknown>)[key])
    if (loss !== undefined) return { ...loss, path: formatMember(key) + loss.path }
  }
  return undefined
}

function lossInList(list: readonly unknown[]): Loss | undefined {
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    const loss = item === undefined ? { path: '', what: 'undefined' } : lossIn(item)
    if (loss !== undefined) return { ...loss, path: `[${index}]${loss.path}` }
  }
  return undefined
}

function formatMember(key: string): string {
  return /^[\w-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

/** `Map`, `Set`, `Uint8Array`. */
function nameOf(value: object): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1)
}
