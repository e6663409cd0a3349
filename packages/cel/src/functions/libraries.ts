/** All CEL functions of Kubernetes 1.36. */
import { stringType } from '../types/type.ts'
import { addresses } from './addresses.ts'
import { authorization } from './authorizer.ts'
import { conversions } from './conversions.ts'
import { formats } from './formats.ts'
import { lists } from './lists.ts'
import { operators } from './operators.ts'
import { optionals } from './optionals.ts'
import { fn, type Library, type Overload } from './overload.ts'
import { quantities } from './quantities.ts'
import { regexes } from './regex.ts'
import { semvers } from './semver.ts'
import { strings } from './strings.ts'
import { timeParts } from './time-parts.ts'
import { urls } from './urls.ts'

/** Libraries may share a function name; its overloads are concatenated. */
function merge(libraries: readonly Library[]): ReadonlyMap<string, readonly Overload[]> {
  const merged = new Map<string, readonly Overload[]>()
  for (const library of libraries) {
    for (const [name, overloads] of Object.entries(library))
      merged.set(name, [...(merged.get(name) ?? []), ...overloads])
  }
  return merged
}

const everywhere: readonly Library[] = [
  operators,
  conversions,
  timeParts,
  urls,
  regexes,
  lists,
  authorization,
  optionals,
  quantities,
  strings,
  addresses,
  formats,
  semvers,
]

/** The functions of validation rules, policies and match conditions. */
export const standardFunctions = merge(everywhere)

/** The functions of mutating policies. */
export const mutationFunctions = merge([
  ...everywhere,
  {
    'jsonpatch.escapeKey': [
      fn<[string]>('string_jsonpatch_escapeKey_string', [stringType], stringType, (key) =>
        key.replaceAll('~', '~0').replaceAll('/', '~1'),
      ),
    ],
  },
])
