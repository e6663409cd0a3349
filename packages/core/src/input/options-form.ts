/**
 * Run-time validation of options: the known keys and their values. The compiler enforces the same; in JavaScript, or past the compiler
 * with a spread, a misspelt key is reported instead of silently ignored. Pure.
 */
import { nearestName } from './nearest-name.ts'

/** A value in the given options that is missing, unknown or of the wrong type. */
export interface FormProblem {
  /** `scope`, `versions.v1beta1.served`; empty for the whole value. */
  readonly name: string
  readonly why: string
}

/** The problems of `value`, which is reported as `name`. */
export type Form = (value: unknown, name: string) => readonly FormProblem[]

function typed(type: string, wanted: string): Form {
  return (value, name) => (typeof value === type ? [] : [{ name, why: `is ${nameOf(value)}, not ${wanted}` }])
}

/** The form of an option that is one of these words. */
function choice(...words: readonly string[]): Form {
  return (value, name) => {
    if (typeof value !== 'string') return [{ name, why: `is ${nameOf(value)}, not one of ${words.join(', ')}` }]
    if (words.includes(value)) return []
    return [{ name, why: `is ${JSON.stringify(value)}, ${nearest(value, words) ?? `not one of ${words.join(', ')}`}` }]
  }
}

/** The form of a list whose items have a form. */
function listOf(item: Form): Form {
  return (value, name) => {
    if (!Array.isArray(value)) return [{ name, why: `is ${nameOf(value)}, not a list` }]
    return value.flatMap((each, index) => item(each, `${name}[${index}]`))
  }
}

/** The form of an object with any names, whose values have a form. */
function mapOf(entry: Form): Form {
  return (value, name) => {
    if (!isRecord(value)) return [{ name, why: `is ${nameOf(value)}, not an object` }]
    return Object.entries(value).flatMap(([key, each]) => entry(each, `${name}.${key}`))
  }
}

/** The forms of an object's members, by key. */
export type FormFields = Readonly<Record<string, Form>>

/** An object all of whose keys are known. An `undefined` member counts as absent. */
function fields(required: FormFields, optional: FormFields, what: string): Form {
  const known: FormFields = { ...required, ...optional }
  const keys = Object.keys(known)
  return (value, name) => {
    if (!isRecord(value))
      return [{ name, why: `${name === '' ? 'the argument ' : ''}is ${nameOf(value)}, not ${what}` }]
    const at = (key: string) => (name === '' ? key : `${name}.${key}`)
    // Names that start with a tilde are internal to the packages.
    const given = Object.entries(value).filter(([key, each]) => each !== undefined && !key.startsWith('~'))
    const missing = Object.keys(required).filter((key) => value[key] === undefined)
    return [
      ...missing.map((key) => ({ name: at(key), why: 'is missing' })),
      ...given.flatMap(([key, each]) =>
        Object.hasOwn(known, key)
          ? known[key]!(each, at(key))
          : [{ name: at(key), why: `is not a key of ${what}: ${nearest(key, keys) ?? `it has ${keys.join(', ')}`}` }],
      ),
    ]
  }
}

function nearest(given: string, known: readonly string[]): string | undefined {
  const near = known.find((word) => word.toLowerCase() === given.toLowerCase()) ?? nearestName(given, known)
  return near === undefined ? undefined : `did you mean ${near}?`
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

/** The problems of the last form, unless an earlier one accepts the value. */
function either(...forms: readonly Form[]): Form {
  return (value, name) => (forms.some((one) => one(value, name).length === 0) ? [] : forms.at(-1)!(value, name))
}

/**
 * The form of an object with functions, such as a client.
 *
 * @param isOne whether the value has the required type
 */
function thing(isOne: (value: Readonly<Record<string, unknown>>) => boolean, wanted: string): Form {
  return (value, name) => (isRecord(value) && isOne(value) ? [] : [{ name, why: `is ${nameOf(value)}, not ${wanted}` }])
}

const text = typed('string', 'text')
const count = typed('number', 'a number')

/** Forms, and combinators to build them. */
export const form = {
  anything: (() => []) as Form,
  text,
  count,
  flag: typed('boolean', 'true or false'),
  method: typed('function', 'a function'),
  /** `toMs` validates the text itself. */
  duration: either(count, typed('string', "a duration, such as '30s'")),
  choice,
  listOf,
  mapOf,
  fields,
  either,
  thing,
} as const

/** The problems as one sentence: `reconcile is missing; concurency is not a key of a controller: did you mean concurrency?` */
export function formatProblems(problems: readonly FormProblem[]): string {
  return problems.map(({ name, why }) => (name === '' ? why : `${name} ${why}`)).join('; ')
}
