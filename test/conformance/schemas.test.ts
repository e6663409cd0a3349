/**
 * The schema engine of `@kubewright/resource` compared with the real server: which schemas are accepted, and how objects
 * are validated, pruned and defaulted, with the same messages.
 */
import { deepEqual, type JsonObject, type JsonValue } from '@kubewright/core/json'
import {
  applySchema,
  checkSchema,
  formatProblem,
  type SchemaVerdict,
  type StructuralSchema,
} from '@kubewright/resource/schema'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { type Answer, collectionOf, type Definition, establish, tryCreate, tryDefinition } from './custom-resource.ts'
import { openRealApi, uniqueName } from './real-server.ts'
import { anySchema, valueFor } from './schema-generator.ts'

const api = openRealApi()
afterAll(() => api[Symbol.dispose]())

const schemas = fc.sample(anySchema, { numRuns: 400, seed: 36 })

it('random schemas are accepted or refused like kube-apiserver does, with its messages', {
  timeout: 60_000,
}, async () => {
  const disagreements: unknown[] = []
  for (const schema of schemas) {
    const root = rootOf({ field: schema })
    const theirs = await tryDefinition(api, definitionOf('check.example.dev', root))
    const ours = checkSchema(root, { path: 'spec.validation.openAPIV3Schema' }).map(formatProblem)
    // The server stops at the first kind of problem it meets; ours may know more.
    const unheard = problemsIn(theirs).filter((problem) => !ours.includes(problem))
    if (theirs.accepted !== (ours.length === 0) || unheard.length > 0) disagreements.push({ schema, theirs, ours })
  }
  expect(disagreements).toEqual([])
})

it('random objects are validated, pruned and defaulted like kube-apiserver does', { timeout: 120_000 }, async () => {
  const usable = schemas.filter((schema) => checkSchema(rootOf({ field: schema })).length === 0)
  const disagreements = await Promise.all(inGroupsOf(20, usable).map(disagreementsUnder))
  expect(disagreements.flat()).toEqual([])
  expect(usable.length).toBeGreaterThan(100)
})

/** A definition costs the server seconds before its first object, so one holds many schemas, each below its own field. */
async function disagreementsUnder(group: readonly StructuralSchema[]): Promise<readonly unknown[]> {
  const root = rootOf(Object.fromEntries(group.map((schema, index) => [`field${index}`, schema])))
  const definition = definitionOf(`${uniqueName('schemas')}.example.dev`, root)
  await establish(api, definition)
  const found: unknown[] = []
  for (const [index, schema] of group.entries()) {
    for (const value of fc.sample(valueFor(schema), { numRuns: 8, seed: index })) {
      const object = objectOf(definition, { [`field${index}`]: value })
      const theirs = describeAnswer(await tryCreate(api, collectionOf(definition), object))
      const ours = describeVerdict(applySchema(object, root))
      if (!deepEqual(ours, theirs)) found.push({ schema, value, ours, theirs })
    }
  }
  return found
}

/** The result for an object: its problems, or the pruned and defaulted spec and the unknown fields. */
type Outcome = { readonly problems: string[] } | { readonly spec: JsonValue; readonly unknownFields: string[] }

function describeVerdict({ object, problems, unknownFields }: SchemaVerdict): Outcome {
  if (problems.length > 0) return { problems: problems.map(formatProblem).sort() }
  return { spec: object['spec']!, unknownFields: unknownFields.filter(isOutsideMetadata).sort() }
}

function describeAnswer(answer: Answer): Outcome {
  if (!answer.accepted) return { problems: problemsIn(answer).sort() }
  const unknownFields = answer.warnings.flatMap((text) => /^unknown field "(.*)"$/.exec(text)?.[1] ?? [])
  return { spec: answer.object['spec']!, unknownFields: unknownFields.filter(isOutsideMetadata).sort() }
}

/** The server names fields that it drops from embedded metadata only if the schema contains that metadata. */
function isOutsideMetadata(field: string): boolean {
  return !field.includes('.metadata.')
}

/** A malformed embedded object is refused before validation, in one sentence with a preamble and without causes. */
function problemsIn(answer: Answer): string[] {
  if (answer.accepted) return []
  const preamble = /^\w+ in version "\w+" cannot be handled as a \w+: /
  if (answer.causes.length === 0) return [answer.message.replace(preamble, '')]
  return answer.causes.map(({ field, message }) => `${field}: ${message}`)
}

function rootOf(properties: Readonly<Record<string, StructuralSchema>>): StructuralSchema {
  return { type: 'object', properties: { spec: { type: 'object', properties } } }
}

function definitionOf(group: string, schema: StructuralSchema): Definition {
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }
  const names = { kind: 'Widget', plural: 'widgets' }
  return { metadata: { name: `widgets.${group}` }, spec: { group, scope: 'Cluster', names, versions: [version] } }
}

function objectOf({ spec: { group, names } }: Definition, spec: JsonObject): JsonObject {
  return { apiVersion: `${group}/v1`, kind: names.kind, metadata: { name: 'any' }, spec }
}

function inGroupsOf<Item>(size: number, items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
