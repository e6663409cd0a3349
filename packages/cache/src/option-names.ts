/**
 * Refuses misspelt options of untyped code: a misspelt scope would select every object. Names only; the compiler checks the values. Pure.
 */
import { nearestName } from '@kubewright/core/input'
import type { CacheOptions } from './create-cache.ts'
import { cacheErrors } from './errors.ts'
import type { ReadScope } from './object-reader.ts'
import type { SourceOptions, SourceScope } from './source.ts'

type Names<Options> = Readonly<Record<keyof Options, true>>

export const cacheNames = {
  client: true,
  clock: true,
  random: true,
  freezes: true,
  observe: true,
  report: true,
} satisfies Names<CacheOptions>

const scopeNames = { namespace: true, labels: true, fields: true } satisfies Names<SourceScope>

const sourceNames = {
  metadataOnly: true,
  transform: true,
  keepsManagedFields: true,
  holds: true,
  inspect: true,
} satisfies Names<SourceOptions>

const readNames = { namespace: true, labels: true } satisfies Names<ReadScope>
const readable = Object.keys(readNames)

/** Names found in scopes that are no misspelt options. Comparing costs more than a small read, and objects share their names. */
const harmless = new Set<string>(['name', ...readable])
const mostHarmless = 100

/** Failure: `KW_CACHE_UNKNOWN_OPTION`. */
export function refuseOtherNames(what: string, options: object, known: Readonly<Record<string, true>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (known[name] === true || value === undefined || name.startsWith('~')) continue
    const names = Object.keys(known)
    const near = nearestName(name, names)
    throw unknownOption(what, name, near === undefined ? `Pass ${names.join(', ')}.` : `Did you mean ${near}?`)
  }
}

/** Failure: `KW_CACHE_UNKNOWN_OPTION`. */
export function checkSource(kind: string, scope: SourceScope, how: object): void {
  refuseOtherNames(`watch ${kind}`, scope, scopeNames)
  refuseOtherNames(`watch ${kind}`, how, sourceNames)
}

/**
 * Only names that are nearly those of an option: a reference or the metadata of an object may be passed for its namespace.
 *
 * Failure: `KW_CACHE_UNKNOWN_OPTION`.
 */
export function checkRead(kind: string, scope: ReadScope | undefined): void {
  for (const name in scope) {
    if (harmless.has(name) || scope[name as keyof ReadScope] === undefined) continue
    const near = nearestName(name, readable)
    if (near !== undefined) throw unknownOption(`read ${kind} from the cache`, name, `Did you mean ${near}?`)
    if (harmless.size < mostHarmless) harmless.add(name)
  }
}

function unknownOption(what: string, name: string, next: string): Error {
  return cacheErrors('KW_CACHE_UNKNOWN_OPTION', { what, why: `there is no option ${name}`, next, details: { name } })
}
