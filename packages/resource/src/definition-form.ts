/**
 * The form of a definition: which keys it has, and what may stand there. The compiler asks for the same; whoever writes
 * JavaScript, or gets past the compiler with a spread, hears it here instead of losing a setting without a word.
 */
import { resourceErrors } from './errors.ts'
import { nearestName } from './nearest-name.ts'

export interface DefinitionProblem {
  /** `scope`, `versions.v1beta1.served`. */
  readonly name: string
  readonly why: string
}

/** What speaks against `value`, which is called `name`. */
type Form = (value: unknown, name: string) => readonly DefinitionProblem[]

const anything: Form = () => []
const text = typed('string', 'text')
const flag = typed('boolean', 'true or false')
const count = typed('number', 'a number')
const method = typed('function', 'a function')
const flagOrText: Form = (value, name) => (typeof value === 'boolean' ? [] : text(value, name))

const column: Form = (value, name) =>
  typeof value === 'string' ? [] : fields({ path: text }, columnOptions, 'a column')(value, name)
const columnOptions = {
  type: choice('integer', 'number', 'string', 'boolean', 'date'),
  format: choice('int32', 'int64', 'float', 'double', 'byte', 'date', 'date-time', 'password'),
  description: text,
  priority: count,
}
const rule = fields(
  { rule: text },
  {
    message: text,
    messageExpression: text,
    reason: choice('FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'),
    fieldPath: text,
    optionalOldSelf: flag,
  },
  'a rule',
)

/** What every version says for itself. */
const ofVersion = {
  columns: mapOf(column),
  scale: fields({ spec: text, status: text }, { selector: text }, 'a scale'),
  selectableFields: listOf(text),
  rules: listOf(rule),
}

const otherVersion = fields(
  { schema: fields({ spec: anything }, { status: anything }, 'a schema'), toStorage: method, fromStorage: method },
  { served: flag, deprecated: flagOrText, ...ofVersion },
  'a version',
)

const definition = fields(
  // A schema is looked at by those who know how to read it, and they say which part is wrong.
  { group: text, version: text, kind: text, scope: choice('Namespaced', 'Cluster'), spec: anything },
  {
    plural: text,
    singular: text,
    shortNames: listOf(text),
    categories: listOf(text),
    description: text,
    status: anything,
    conditions: listOf(text),
    ...ofVersion,
    versions: mapOf(otherVersion),
  },
  'a definition',
)

/** Failure: `KW_RESOURCE_DEFINITION`, with all that is wrong. */
export function assertForm(given: unknown): void {
  const problems = definition(given, '')
  if (problems.length === 0) return
  throw resourceErrors('KW_RESOURCE_DEFINITION', {
    what: `define ${describe(given)}`,
    why: problems.map(({ name, why }) => (name === '' ? why : `${name} ${why}`)).join('; '),
    next: 'Correct what is named here.',
    details: { problems },
  })
}

function describe(given: unknown): string {
  const { kind, group } = (given ?? {}) as { readonly kind?: unknown; readonly group?: unknown }
  if (typeof kind !== 'string') return 'a resource'
  return typeof group === 'string' ? `the resource ${kind}.${group}` : `the resource ${kind}`
}

function typed(type: string, wanted: string): Form {
  return (value, name) => (typeof value === type ? [] : [{ name, why: `is ${nameOf(value)}, not ${wanted}` }])
}

function choice(...words: readonly string[]): Form {
  return (value, name) => {
    if (typeof value !== 'string') return [{ name, why: `is ${nameOf(value)}, not one of ${words.join(', ')}` }]
    if (words.includes(value)) return []
    return [{ name, why: `is ${JSON.stringify(value)}, ${hint(value, words)}` }]
  }
}

function listOf(item: Form): Form {
  return (value, name) => {
    if (!Array.isArray(value)) return [{ name, why: `is ${nameOf(value)}, not a list` }]
    return value.flatMap((each, index) => item(each, `${name}[${index}]`))
  }
}

function mapOf(entry: Form): Form {
  return (value, name) => {
    if (!isRecord(value)) return [{ name, why: `is ${nameOf(value)}, not an object` }]
    return Object.entries(value).flatMap(([key, each]) => entry(each, `${name}.${key}`))
  }
}

type Fields = Readonly<Record<string, Form>>

/** An object of which all keys are known. One that is `undefined` counts as not there. */
function fields(required: Fields, optional: Fields, what: string): Form {
  const known: Fields = { ...required, ...optional }
  const keys = Object.keys(known)
  return (value, name) => {
    if (!isRecord(value))
      return [{ name, why: `${name === '' ? 'there' : ''} is ${nameOf(value)}, not ${what}`.trim() }]
    const at = (key: string) => (name === '' ? key : `${name}.${key}`)
    const given = Object.entries(value).filter(([, each]) => each !== undefined)
    const missing = Object.keys(required).filter((key) => value[key] === undefined)
    return [
      ...missing.map((key) => ({ name: at(key), why: 'is missing' })),
      ...given.flatMap(([key, each]) =>
        Object.hasOwn(known, key)
          ? known[key]!(each, at(key))
          : [{ name: at(key), why: `is no key of ${what}, ${hint(key, keys)}` }],
      ),
    ]
  }
}

function hint(given: string, known: readonly string[]): string {
  const near = known.find((word) => word.toLowerCase() === given.toLowerCase()) ?? nearestName(given, known)
  return near === undefined ? `which are ${known.join(', ')}` : `did you mean ${near}?`
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return `${value}`
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'text'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
