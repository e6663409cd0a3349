/** Random definitions: the server accepts every one, and zod, `safeParse` and the server agree about random objects. */
import { deepEqual, type JsonObject, type JsonValue } from '@kubewright/core/json'
import { defineResource } from '@kubewright/resource'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { collectionOf, establish, tryCreate, tryDefinition } from './custom-resource.ts'
import { openRealApi, uniqueName } from './real-server.ts'
import { type ZodSample, zodSample } from './zod-generator.ts'

const api = openRealApi()
afterAll(() => api[Symbol.dispose]())

const samples = fc.sample(zodSample, { numRuns: 300, seed: 36 })
const triesPerSample = 10

it('CustomResourceDefinitions of random zod schemas are accepted by kube-apiserver without warnings', {
  timeout: 60_000,
}, async () => {
  const refused: unknown[] = []
  for (const sample of samples) {
    const answer = await tryDefinition(api, resourceWith('check.example.dev', [sample]).crd())
    if (!answer.accepted || answer.warnings.length > 0) refused.push(answer)
  }
  expect(refused).toEqual([])
})

it('random objects get the same verdict from zod, safeParse and kube-apiserver', { timeout: 120_000 }, async () => {
  const groups = Array.from({ length: samples.length / 20 }, (_, index) => samples.slice(index * 20, (index + 1) * 20))
  const results = await Promise.all(groups.map(askAbout))
  expect(results.flatMap(({ disagreements }) => disagreements)).toEqual([])
  // If nearly all objects were accepted, or refused, the test would say little.
  const accepted = results.reduce((sum, result) => sum + result.accepted, 0)
  expect(accepted / (samples.length * triesPerSample)).toBeGreaterThan(0.2)
  expect(accepted / (samples.length * triesPerSample)).toBeLessThan(0.8)
})

/** A definition costs the server seconds before its first object, so one holds many schemas, each for its own field. */
async function askAbout(group: readonly ZodSample[]) {
  const resource = resourceWith(`${uniqueName('random')}.example.dev`, group)
  const definition = resource.crd()
  await establish(api, definition)
  const disagreements: unknown[] = []
  let accepted = 0
  for (const [index, sample] of group.entries()) {
    for (const value of fc.sample(sample.value, { numRuns: triesPerSample, seed: index })) {
      const object = objectOf(resource, { [`field${index}`]: value })
      const answer = await tryCreate(api, collectionOf(definition), object)
      if (answer.accepted) accepted++
      const theirs = answer.accepted ? specOf(answer.object) : 'refused'
      const zod = sample.schema.safeParse(value)
      const parsed = resource.safeParse(object).object
      const ours = parsed === undefined ? 'refused' : specOf(parsed as unknown as JsonObject)
      if (zod.success !== answer.accepted || !deepEqual(ours, theirs)) {
        disagreements.push({
          value,
          zod: zod.success,
          ours,
          theirs,
          answer,
          schema: definition.spec.versions[0]!.schema,
        })
      }
    }
  }
  return { disagreements, accepted }
}

function resourceWith(group: string, fields: readonly ZodSample[]) {
  const shape = Object.fromEntries(fields.map(({ schema }, index) => [`field${index}`, schema.optional()]))
  return defineResource({ group, version: 'v1', kind: 'Sample', scope: 'Cluster', spec: z.object(shape) })
}

function objectOf({ group, kind }: { readonly group: string; readonly kind: string }, spec: JsonObject): JsonObject {
  return { apiVersion: `${group}/v1`, kind, metadata: { name: 'any' }, spec }
}

function specOf(object: JsonObject): JsonValue {
  return object['spec'] ?? {}
}
