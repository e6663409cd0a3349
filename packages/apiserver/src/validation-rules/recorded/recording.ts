/** Recorded results of kube-apiserver 1.36, and how to obtain ours in the same form. */
import { readFileSync } from 'node:fs'
import type { JsonObject } from '@kubewright/core/json'
import type { StructuralSchema } from '@kubewright/resource/schema'
import { checkRules } from '../check-rules.ts'
import { compileRuleTree } from '../rule-tree.ts'
import { validateRules } from '../validate-rules.ts'

/** `answer` is `true`, `false`, `error <what>` from an evaluation, or `refused <why>` for a definition. */
export interface RecordedExpression {
  readonly rule: string
  readonly answer: string
}

/** A definition with one rule, and the errors it causes; `@` is the path of the schema. */
export interface RecordedCost {
  readonly rule: string
  readonly bounds: string
  readonly place: 'spec' | 'items'
  readonly problems: readonly string[]
}

export interface RecordedWrite {
  readonly name: string
  readonly spec: JsonObject
  readonly old?: JsonObject
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

function read<Head, Entry>(name: string): { readonly head: Head; readonly entries: readonly Entry[] } {
  const lines = readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const [head, ...entries] = lines.map((line) => JSON.parse(line) as unknown)
  return { head: head as Head, entries: entries as Entry[] }
}

/** Rules over one object. Both the schema and the object are those of `spec`. */
export const expressions = read<{ schema: StructuralSchema; object: JsonObject }, RecordedExpression>(
  'expressions-1.36.jsonl',
)

type Bounded = Readonly<Record<string, { readonly node: StructuralSchema; readonly maxItems?: number }>>
export const costs = read<{ schemas: Bounded }, RecordedCost>('costs-1.36.jsonl')

/** Objects created and updated under one schema with many rules. */
export const writes = read<{ schema: StructuralSchema }, RecordedWrite>('writes-1.36.jsonl')

const hint =
  ' (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)'

/** The schema of a whole object with one rule on its spec. */
export function schemaWith(rule: string): StructuralSchema {
  const message = rule.includes('\n') ? { message: 'm' } : {}
  const spec: StructuralSchema = { ...expressions.head.schema, 'x-kubernetes-validations': [{ rule, ...message }] }
  return { type: 'object', properties: { spec } }
}

/** Our result, in the form of the recording. */
export function answerTo(rule: string): string {
  const schema = schemaWith(rule)
  const problems = checkRules(schema, '@')
  if (problems.length > 0) return `refused ${problems.map(({ body }) => withoutRule(body)).join(' ## ')}`
  const { errors } = validateRules(compileRuleTree(schema)!, { spec: expressions.head.object })
  const body = errors[0]?.body
  if (body === undefined) return 'true'
  return /^Invalid value: (?:failed rule: |m$)/.test(body)
    ? 'false'
    : `error ${body.replace(/^Invalid value: "object": /, '')}`
}

/** Strips the rule that the server repeats, and its advice. */
export function withoutRule(body: string): string {
  return body.replace(/^Invalid value: \{.*?\}: (?=compilation|program|cel exp)/s, '').replaceAll(hint, '')
}

/** The schema of a recorded cost. */
export function boundedSchema({ rule, bounds, place }: RecordedCost): StructuralSchema {
  const { node, maxItems } = costs.head.schemas[bounds]!
  const ruled: StructuralSchema = { ...node, 'x-kubernetes-validations': [{ rule }] }
  const limit = maxItems === undefined ? {} : { maxItems }
  const list: StructuralSchema = { type: 'object', properties: { list: { type: 'array', ...limit, items: ruled } } }
  return { type: 'object', properties: { spec: place === 'spec' ? ruled : list } }
}

export function shortProblem(field: string, body: string): string {
  const short = `${field}: ${body}`.replaceAll(hint, '').replaceAll('spec.validation.openAPIV3Schema', '@')
  return short.replace(
    'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'contributed',
  )
}
