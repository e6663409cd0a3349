/**
 * CEL: kube-apiserver still gives the recorded answers. Unit tests compare ours with the same recording.
 */
import { readFileSync } from 'node:fs'
import type { JsonObject } from '@kubewright/core/json'
import { afterAll, expect, it } from 'vitest'
import {
  type Answer,
  type Cause,
  collectionOf,
  type Definition,
  establish,
  tryCreate,
  tryDefinition,
} from './custom-resource.ts'
import { expectStatus, openRealApi, uniqueName } from './real-server.ts'

const api = openRealApi()
afterAll(() => api[Symbol.dispose]())

function read<Head, Entry>(name: string): { head: Head; entries: readonly Entry[] } {
  const file = new URL(`../../packages/apiserver/src/validation-rules/recorded/${name}-1.36.jsonl`, import.meta.url)
  const [head, ...entries] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  return { head: head as Head, entries: entries as Entry[] }
}

const hint =
  ' (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)'

function definitionOf(group: string, schema: JsonObject): Definition {
  const names = { kind: 'Probe', plural: 'probes', singular: 'probe', listKind: 'ProbeList' }
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }
  return { metadata: { name: `probes.${group}` }, spec: { group, scope: 'Cluster', names, versions: [version] } }
}

function objectOf({ spec: { group } }: Definition, name: string, spec: unknown): JsonObject {
  return { apiVersion: `${group}/v1`, kind: 'Probe', metadata: { name }, spec } as JsonObject
}

function causesOf(answer: Answer): readonly Cause[] {
  return answer.accepted ? [] : answer.causes
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await ask(items[index]!)
    }
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return results
}

interface Expression {
  readonly rule: string
  readonly answer: string
}
const expressions = read<{ schema: JsonObject; object: JsonObject }, Expression>('expressions')

function ruled(rules: readonly string[]): JsonObject {
  const validations = rules.map((rule) => ({ rule, ...(rule.includes('\n') && { message: 'm' }) }))
  return {
    type: 'object',
    properties: { spec: { ...expressions.head.schema, 'x-kubernetes-validations': validations } },
  }
}

it('CEL: kube-apiserver refuses the recorded rules, with the recorded messages', { timeout: 120_000 }, async () => {
  const refused = await inParallel(expressions.entries, async ({ rule }) => {
    const causes = causesOf(await tryDefinition(api, definitionOf('check.example.dev', ruled([rule]))))
    const texts = causes.map(({ message = '' }) => withoutRule(message))
    return { rule, answer: texts.length === 0 ? 'taken' : `refused ${texts.join(' ## ')}` }
  })
  const recorded = expressions.entries.map(({ rule, answer }) => ({
    rule,
    answer: answer.startsWith('refused ') ? answer : 'taken',
  }))
  expect(refused).toEqual(recorded)
})

/** Generated type names differ from run to run. */
function withoutRule(message: string): string {
  return message
    .replace(/^Invalid value: \{.*?\}: (?=compilation|program|cel exp)/s, '')
    .replaceAll(/selfType\d+/g, 'selfType')
    .replaceAll(hint, '')
}

it('CEL: kube-apiserver evaluates the recorded rules to the recorded results', { timeout: 120_000 }, async () => {
  const evaluated = expressions.entries.filter(({ answer }) => !answer.startsWith('refused '))
  const found: Expression[] = []
  for (let start = 0; start < evaluated.length; start += 60) {
    const rules = evaluated.slice(start, start + 60).map(({ rule }) => rule)
    const definition = definitionOf(`${uniqueName('cel')}.example.dev`, ruled(rules))
    await establish(api, definition)
    const object = objectOf(definition, 'probe', expressions.head.object)
    const causes = causesOf(await tryCreate(api, collectionOf(definition), object)).map(({ message = '' }) => message)
    found.push(...rules.map((rule) => ({ rule, answer: answerAmong(causes, rule) })))
  }
  expect(found).toEqual(evaluated)
})

/** A rule without a cause evaluated to true. */
function answerAmong(causes: readonly string[], rule: string): string {
  const shown = rule.includes('\n') ? 'm' : rule.trim()
  const error = causes.find((text) => text.endsWith(`evaluating rule: ${shown}`) || text.endsWith(`for rule: ${shown}`))
  if (error !== undefined) return `error ${error.replace(/^Invalid value: "object": /, '')}`
  const failures = [`Invalid value: failed rule: ${shown}`, `Invalid value: ${shown}`]
  return causes.some((text) => failures.includes(text)) ? 'false' : 'true'
}

interface Cost {
  readonly rule: string
  readonly bounds: string
  readonly place: 'spec' | 'items'
  readonly problems: readonly string[]
}
type Bounded = Readonly<Record<string, { readonly node: JsonObject; readonly maxItems?: number }>>

it('CEL: kube-apiserver refuses rules for their cost with the recorded factors', { timeout: 120_000 }, async () => {
  const costs = read<{ schemas: Bounded }, Cost>('costs')
  const found = await inParallel(costs.entries, async ({ rule, bounds, place }) => {
    const { node, maxItems } = costs.head.schemas[bounds]!
    const items = { ...node, 'x-kubernetes-validations': [{ rule }] }
    const list = { type: 'array', items, ...(maxItems !== undefined && { maxItems }) }
    const spec = place === 'spec' ? items : { type: 'object', properties: { list } }
    const schema = { type: 'object', properties: { spec } } as JsonObject
    const causes = causesOf(await tryDefinition(api, definitionOf('check.example.dev', schema)))
    return { rule, bounds, place, problems: causes.map(shortProblem) }
  })
  expect(found).toEqual(costs.entries)
})

function shortProblem({ field, message }: Cause): string {
  return `${field}: ${message}`
    .replaceAll(hint, '')
    .replaceAll('spec.validation.openAPIV3Schema', '@')
    .replace('contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema', 'contributed')
}

interface Write {
  readonly name: string
  readonly spec: JsonObject
  readonly old?: JsonObject
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

it('CEL: kube-apiserver answers the recorded writes with the recorded errors and warnings', {
  timeout: 60_000,
}, async () => {
  const { head, entries } = read<{ schema: JsonObject }, Write>('writes')
  const definition = definitionOf(`${uniqueName('cel')}.example.dev`, withoutRules(head.schema) as JsonObject)
  await establish(api, definition)
  const collection = collectionOf(definition)
  // Create the invalid old objects before the rules exist.
  for (const { name, old } of entries) {
    if (old === undefined) continue
    await expectStatus(api.request(collection, { method: 'POST', body: objectOf(definition, name, old) }), 201)
  }
  await addRules(definition, head.schema)
  const found = []
  for (const { errors: _, warnings: __, ...write } of entries)
    found.push({ ...write, ...(await judge(definition, write)) })
  expect(found).toEqual(entries)
})

async function judge(definition: Definition, { name, spec, old }: Omit<Write, 'errors' | 'warnings'>) {
  const collection = collectionOf(definition)
  const path = old === undefined ? collection : `${collection}/${name}`
  const live = old === undefined ? objectOf(definition, name, spec) : ((await api.request(path)).body as JsonObject)
  const method = old === undefined ? 'POST' : 'PUT'
  const { body, headers } = await api.request(`${path}?dryRun=All`, { method, body: { ...live, spec } })
  const { causes = [] } = (body as { details?: { causes?: readonly Cause[] } }).details ?? {}
  const quoted = [...String(headers['warning'] ?? '').matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)]
  return {
    errors: causes.map(({ field = '<nil>', message }) => `${field}: ${message}`),
    warnings: quoted.map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1')),
  }
}

/** Adds the rules and waits until an object that violates them is refused. */
async function addRules(definition: Definition, schema: JsonObject): Promise<void> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${definition.metadata.name}`
  const live = (await api.request(path)).body as { metadata: object }
  const full = definitionOf(definition.spec.group, schema)
  const body = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    ...full,
    metadata: live.metadata,
  }
  await expectStatus(api.request(path, { method: 'PUT', body }), 200)
  await expect
    .poll(() => tryCreate(api, collectionOf(definition), objectOf(definition, 'bad-name', {})), { timeout: 20_000 })
    .toMatchObject({ accepted: false })
}

function withoutRules(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRules)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([key]) => key !== 'x-kubernetes-validations')
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutRules(value)]))
}
