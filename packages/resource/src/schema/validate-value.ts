/**
 * Validates values against a schema, with the API server's messages.
 *
 * Guarantees: accepts exactly what the API server accepts and reports each problem with its message, oddities included (an array passes
 * as a string with a format; `null` never matches an `enum`). The order of problems differs: the API server visits fields in random
 * order, this visits them in schema order.
 */
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import { goQuote } from '@kubewright/core/go'
import { isKnownFormat, textFormat } from './format.ts'
import { goJson, isInt64 } from './go-text.ts'
import { invalid, noField, notSupported, type Problem, required, tooLong, tooMany, typeInvalid } from './problem.ts'
import { compileRe2, re2Problem } from './re2.ts'
import type { Revision } from './revision.ts'
import { factsOf } from './schema-facts.ts'
import { child } from './schema-path.ts'
import type { NestedValidation, SchemaType, StructuralSchema } from './structural-schema.ts'
import { isAlmostInteger, numberProblems } from './validate-number.ts'

/** Both kinds of schema in one: those below `anyOf` and similar only lack the structural keywords. */
type AnySchema = NestedValidation &
  Pick<StructuralSchema, 'nullable' | 'additionalProperties' | 'x-kubernetes-int-or-string'>

/**
 * The violations of `schema` by `value`; empty if there are none. List types and embedded objects are checked elsewhere.
 *
 * @param revision the previous state of `value`, to ignore violations in unchanged parts
 */
export function validateValue(
  value: JsonValue,
  schema: StructuralSchema,
  path = '',
  revision?: Revision,
): readonly Problem[] {
  const problems = new ProblemList(revision)
  check(value, schema, path, problems)
  return problems.isForgiven ? [] : problems.all
}

/** A cap on the output. Every problem includes its path, which may be as long as the value, and often the value as well. */
const mostCharacters = 8 * 1024 * 1024

/** The problems of one value in order, deduplicated by text, up to the cap. */
class ProblemList {
  readonly all: Problem[] = []
  readonly #known = new Set<string>()
  #characters = 0
  readonly revision: Revision | undefined

  constructor(revision?: Revision) {
    this.revision = revision
  }

  get isForgiven(): boolean {
    return this.all.length > 0 && this.revision?.isUnchanged === true
  }

  add(...problems: readonly Problem[]): void {
    for (const problem of problems) {
      if (this.#characters > mostCharacters) return
      this.#characters += problem.field.length + problem.message.length
      const text = `${problem.field}\n${problem.message}`
      if (this.#known.has(text)) continue
      this.#known.add(text)
      this.all.push(problem)
    }
  }
}

/**
 * Collects violations and returns a score of the successful checks. The API server counts them too: of several failed branches of an
 * `anyOf` it reports the one with the highest score. The scoring mirrors its own, step by step.
 */
function check(value: JsonValue, schema: AnySchema, path: string, problems: ProblemList): number {
  const types = typesOf(schema)
  if (value === null) {
    checkEnum(value, schema, path, problems)
    return checkNull(types, schema, path, problems) ? 1 : 0
  }
  let score = 2
  const format = knownFormat(schema)
  if (types.length > 0 || format !== '') score += checkType(value, { types, format, path }, problems) ? 2 : 1
  score += 2 + checkJunctors(value, schema, path, problems)
  checkEnum(value, schema, path, problems)
  if (typeof value === 'string') score += checkText(value, schema, { format, path }, problems)
  else if (typeof value === 'number') {
    const type = types.length === 1 ? types[0] : undefined
    for (const problem of numberProblems(value, schema, { type, format, path, field: fieldOf(path) }))
      problems.add(problem)
    score += 2
  } else if (Array.isArray(value)) score += 2 + checkItems(value, schema, path, problems)
  else if (isJsonObject(value)) score += 1 + checkFields(value, schema, path, problems)
  return score
}

const intOrString: readonly SchemaType[] = ['integer', 'string']
const noTypes: readonly SchemaType[] = []
const oneType = new Map<SchemaType, readonly SchemaType[]>()

function typesOf(schema: AnySchema): readonly SchemaType[] {
  if (schema['x-kubernetes-int-or-string']) return intOrString
  if (schema.type === undefined) return noTypes
  let types = oneType.get(schema.type)
  if (!types) oneType.set(schema.type, (types = [schema.type]))
  return types
}

function knownFormat({ format, type, 'x-kubernetes-int-or-string': isEither }: AnySchema): string {
  if (format === undefined) return ''
  return isKnownFormat(format, isEither ? undefined : type) ? format : ''
}

interface TypeContext {
  readonly types: readonly SchemaType[]
  readonly format: string
  readonly path: string
}

function checkNull(types: readonly string[], schema: AnySchema, path: string, problems: ProblemList): boolean {
  if (types.length === 0 || schema.nullable) return true
  problems.add(wrongType(path, types.join(','), 'null'))
  return false
}

function checkType(value: JsonValue, { types, format, path }: TypeContext, problems: ProblemList): boolean {
  const given = typeOf(value)
  const isText = given === 'string' || given === 'array'
  const fits = types.includes(given) || fitsAsNumber(value, given, types)
  if (format !== '') {
    if (!isText && !fits) {
      problems.add(wrongType(path, format, typeof value === 'number' ? (isInt64(value) ? 'int64' : 'float64') : ''))
      return false
    }
    // A format replaces the type check: an array passes, as in the API server.
    if (isText && !types.includes('number') && !types.includes('integer')) return true
  }
  if (!fits) problems.add(wrongType(path, types.join(','), given))
  return fits
}

function fitsAsNumber(value: JsonValue, given: SchemaType, types: readonly SchemaType[]): boolean {
  if (given === 'integer') return types.includes('number')
  return given === 'number' && types.includes('integer') && isAlmostInteger(value as number)
}

function typeOf(value: JsonValue): SchemaType {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return isInt64(value) ? 'integer' : 'number'
  return typeof value as 'string' | 'boolean' | 'object'
}

function wrongType(path: string, wanted: string, given: string): Problem {
  return typeInvalid(fieldOf(path), given, `${path} in body must be of type ${wanted}: ${goQuote(given)}`)
}

/** Length, then pattern, then format; of the first two only the first violation is reported. */
function checkText(value: string, schema: AnySchema, at: Omit<TypeContext, 'types'>, problems: ProblemList): number {
  const problem = textProblem(value, schema, at.path)
  if (problem) problems.add(problem)
  const matches = at.format === '' ? undefined : textFormat(at.format)
  if (matches === undefined) return 1
  if (!matches(value)) problems.add(wrongType(at.path, at.format, value))
  return 2
}

function textProblem(value: string, schema: AnySchema, path: string): Problem | undefined {
  const { maxLength, minLength, pattern } = schema
  if (maxLength !== undefined && lengthOf(value) > maxLength) return tooLong(fieldOf(path), maxLength)
  if (minLength !== undefined && lengthOf(value) < minLength) {
    return invalid(fieldOf(path), value, `${path} in body should be at least ${minLength} chars long`)
  }
  if (pattern === undefined || pattern === '') return undefined
  const broken = re2Problem(pattern)
  if (broken === undefined && compileRe2(pattern).test(value)) return undefined
  const wanted = broken === undefined ? pattern : `${pattern}, but pattern is invalid: ${broken}`
  return invalid(fieldOf(path), value, `${path} in body should match '${wanted}'`)
}

/** Length in code points, as Go counts. */
function lengthOf(text: string): number {
  let pairs = 0
  for (let index = 0; index < text.length; index++) {
    if (text.codePointAt(index)! > 0xffff) {
      pairs++
      index++
    }
  }
  return text.length - pairs
}

function checkEnum(value: JsonValue, schema: AnySchema, path: string, problems: ProblemList): void {
  const allowed = schema.enum
  if (allowed === undefined || allowed.length === 0 || allowed.some((one) => isSame(value, one))) return
  const shown = allowed.map((one) => (typeof one === 'string' ? one : goJson(one)))
  problems.add(notSupported(fieldOf(path), value, shown))
}

/** The API server first converts the value to the type of the allowed one, as Go does: 3.7 becomes 3, 97 becomes "a". */
function isSame(value: JsonValue, allowed: JsonValue): boolean {
  if (value === null || allowed === null) return false
  if (typeof value === 'number' && typeof allowed === 'number' && isInt64(allowed)) return Math.trunc(value) === allowed
  if (typeof value === 'number' && typeof allowed === 'string') return isInt64(value) && characterOf(value) === allowed
  return deepEqual(value, allowed)
}

function characterOf(code: number): string {
  const isCharacter = code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}

/**
 * `part` collects the problems of a field or item. They are copied to `problems` unless ratcheting forgives them. Without ratcheting, both
 * are the same list.
 */
interface PartLists {
  readonly part: ProblemList
  readonly problems: ProblemList
}

function partOf(problems: ProblemList, find: (revision: Revision) => Revision | undefined): ProblemList {
  return problems.revision === undefined ? problems : new ProblemList(find(problems.revision))
}

/** A field or an item. Its violations are ignored if it did not change. */
function checkPart(value: JsonValue, schema: AnySchema, path: string, { part, problems }: PartLists): number {
  const score = check(value, schema, path, part)
  if (part !== problems && !part.isForgiven) problems.add(...part.all)
  return score
}

function checkItems(value: readonly JsonValue[], schema: AnySchema, path: string, problems: ProblemList): number {
  let score = 0
  const { items, minItems, maxItems } = schema
  if (items !== undefined) {
    value.forEach((item, index) => {
      const part = partOf(problems, (revision) => revision.item(index))
      score += checkPart(item, items, `${path}[${index}]`, { problems, part })
    })
  }
  if (minItems !== undefined && value.length < minItems) {
    problems.add(invalid(fieldOf(path), value.length, `${path} in body should have at least ${minItems} items`))
  }
  if (maxItems !== undefined && value.length > maxItems) problems.add(tooMany(fieldOf(path), value.length, maxItems))
  return score
}

const typeFields: ReadonlySet<string> = new Set(['apiVersion', 'kind'])

function checkFields(value: JsonObject, schema: AnySchema, path: string, problems: ProblemList): number {
  const isSized = schema.minProperties !== undefined || schema.maxProperties !== undefined
  if (isSized) checkSize(keysOf(value).length, schema, path, problems)
  // The type of an object is determined by its URL, so the old type is irrelevant.
  const fieldPart = (key: string) =>
    partOf(problems, (revision) => (path === '' && typeFields.has(key) ? undefined : revision.field(key)))
  let score = checkUndeclared(value, schema, path, problems)
  for (const [key, property] of factsOf(schema as StructuralSchema).fields) {
    const field = Object.hasOwn(value, key) ? value[key] : undefined
    if (field !== undefined) score += checkPart(field, property, child(path, key), { problems, part: fieldPart(key) })
  }
  for (const key of schema.required ?? []) {
    if (!Object.hasOwn(value, key) || value[key] === undefined) problems.add(required(fieldOf(`${path}.${key}`)))
  }
  return score
}

function keysOf(value: JsonObject): readonly string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined)
}

function checkSize(size: number, schema: AnySchema, path: string, problems: ProblemList): void {
  const { minProperties, maxProperties } = schema
  if (minProperties !== undefined && size < minProperties) {
    problems.add(invalid(fieldOf(path), size, `${path} in body should have at least ${minProperties} properties`))
  }
  if (maxProperties !== undefined && size > maxProperties) problems.add(tooMany(fieldOf(path), size, maxProperties))
}

/** Fields covered only by `additionalProperties`. */
function checkUndeclared(value: JsonObject, schema: AnySchema, path: string, problems: ProblemList): number {
  const { properties, additionalProperties } = schema
  if (additionalProperties === undefined || additionalProperties === true) return 0
  let score = 0
  for (const key of keysOf(value)) {
    if (properties !== undefined && Object.hasOwn(properties, key)) continue
    if (additionalProperties === false) {
      problems.add(invalid(fieldOf(path), key, `${path}.${key} in body is a forbidden property`))
    } else {
      const part = partOf(problems, (revision) => revision.field(key))
      score += checkPart(value[key]!, additionalProperties, `${path}.${key}`, { problems, part })
    }
  }
  return score
}

/** `anyOf`, `oneOf`, `allOf` and `not`, in that order. */
function checkJunctors(value: JsonValue, schema: AnySchema, path: string, problems: ProblemList): number {
  const { anyOf, oneOf, allOf, not } = schema
  let score = 0
  if (anyOf !== undefined && anyOf.length > 0) score += checkAnyOf(value, anyOf, path, problems)
  if (oneOf !== undefined && oneOf.length > 0) score += checkOneOf(value, oneOf, path, problems)
  if (allOf !== undefined && allOf.length > 0) score += checkAllOf(value, allOf, path, problems)
  if (not !== undefined && tryBranch(value, not, path).problems.length === 0) {
    problems.add(judgement(path, 'must not validate the schema (not)'))
  }
  return score
}

interface Attempt {
  readonly score: number
  readonly problems: readonly Problem[]
}

function tryBranch(value: JsonValue, branch: NestedValidation, path: string): Attempt {
  const problems = new ProblemList()
  const score = check(value, branch, path, problems)
  return { score, problems: problems.all }
}

function checkAnyOf(
  value: JsonValue,
  branches: readonly NestedValidation[],
  path: string,
  problems: ProblemList,
): number {
  const failed: Attempt[] = []
  for (const branch of branches) {
    const attempt = tryBranch(value, branch, path)
    if (attempt.problems.length === 0) return attempt.score
    failed.push(attempt)
  }
  problems.add(judgement(path, 'must validate at least one schema (anyOf)'))
  return blameBest(failed, problems)
}

function checkOneOf(
  value: JsonValue,
  branches: readonly NestedValidation[],
  path: string,
  problems: ProblemList,
): number {
  const attempts = branches.map((branch) => tryBranch(value, branch, path))
  const passed = attempts.filter((attempt) => attempt.problems.length === 0)
  if (passed.length === 1) return passed[0]!.score
  const found = passed.length === 0 ? 'Found none valid' : `Found ${passed.length} valid alternatives`
  problems.add(judgement(path, `must validate one and only one schema (oneOf). ${found}`))
  return passed.length === 0 ? blameBest(attempts, problems) : 0
}

function checkAllOf(
  value: JsonValue,
  branches: readonly NestedValidation[],
  path: string,
  problems: ProblemList,
): number {
  const attempts = branches.map((branch) => tryBranch(value, branch, path))
  const passed = attempts.filter((attempt) => attempt.problems.length === 0).length
  for (const attempt of attempts) problems.add(...attempt.problems)
  if (passed < branches.length) {
    problems.add(judgement(path, `must validate all the schemas (allOf)${passed === 0 ? '. None validated' : ''}`))
  }
  return attempts.reduce((sum, attempt) => sum + attempt.score, 0)
}

/** Reports the branch with the highest score; among equals, the first. */
function blameBest(failed: readonly Attempt[], problems: ProblemList): number {
  const best = failed.reduce((furthest, attempt) => (attempt.score > furthest.score ? attempt : furthest))
  problems.add(...best.problems)
  return best.score
}

function judgement(path: string, verdict: string): Problem {
  return invalid(noField, '', `${goQuote(path)} ${verdict}`)
}

/** The API server starts the path of a top-level map entry with a dot and drops it when it names the field. */
function fieldOf(path: string): string {
  const field = path.startsWith('.') ? path.slice(1) : path
  return field === '' ? noField : field
}
