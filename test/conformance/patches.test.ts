/**
 * Patches give the same document as on kube-apiserver.
 *
 * `core` keeps to the RFCs. Where the server does not, the inputs below stay away: it drops nulls inside the lists of a
 * merge patch, and for operations it takes a missing member for null (so `replace` adds it, `copy` copies null, and
 * `test` finds null).
 */
import { applyJsonPatch, applyMergePatch, type JsonPatch, type JsonValue } from '@kubewright/core/json'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attempt, forMany, isRefusal } from './agreement.ts'
import { anythingDefinition, collectionOf, establish } from './custom-resource.ts'
import { expectStatus, openRealApi, uniqueName } from './real-server.ts'

const definition = anythingDefinition(`${uniqueName('patches')}.example.dev`)
const collection = collectionOf(definition)

const api = openRealApi()
beforeAll(() => establish(api, definition))
afterAll(() => api[Symbol.dispose]())

const member = fc.constantFrom('a', 'b', '0', 'x/y', '~', '')
const scalar = fc.constantFrom<JsonValue>(true, false, 0, 1, -7, 'a', '')
const { value, nullable } = fc.letrec<{ value: JsonValue; nullable: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(member, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
  nullable: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(member, tie('nullable'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
const document = fc.dictionary(member, nullable, { maxKeys: 4, noNullPrototype: true })

it('merge patches give the same document as on kube-apiserver', async () => {
  await forMany(fc.tuple(document, nullable), async ([given, patch]) => {
    const ours = applyMergePatch({ data: given }, { data: patch }) as { data?: JsonValue }
    expect(ours.data).toEqual(await patchOnServer(given, { data: patch }, 'merge-patch'))
  })
})

it('JSON patches give the same document or refusal as on kube-apiserver', async () => {
  const place = fc.constantFrom('a', 'b', '0', '1', '-1', '-5', '-', '01', '9', 'x~1y', '~0', '')
  const pointer = fc.array(place, { maxLength: 3 }).map((parts) => ['/data', ...parts].join('/'))
  const operation = fc.oneof(
    fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path: pointer, value }),
    fc.record({ op: fc.constant('remove'), path: pointer }),
    fc.record({ op: fc.constantFrom('move', 'copy'), from: pointer, path: pointer }),
  ) as fc.Arbitrary<JsonPatch[number]>

  await forMany(fc.tuple(document, fc.array(operation, { minLength: 1, maxLength: 3 })), async ([given, patch]) => {
    const ours = attempt(() => applyJsonPatch({ data: given }, patch, { negativeIndexes: true }))
    fc.pre(!isRefusal(ours) || !/\((replace|copy|test) .*there is nothing at/.test(ours.refused))
    const theirs = await patchOnServer(given, patch, 'json-patch')
    expect(isRefusal(ours) ? 'refused' : (ours as { data?: JsonValue }).data).toEqual(theirs)
  })
})

/** The result of a patch on a stored document, as a dry run. */
async function patchOnServer(given: JsonValue, patch: unknown, type: 'json-patch' | 'merge-patch'): Promise<unknown> {
  const name = uniqueName('anything')
  const object = { apiVersion: `${definition.spec.group}/v1`, kind: 'Anything', metadata: { name }, data: given }
  await expectStatus(api.request(collection, { method: 'POST', body: object }), 201)
  const { status, body } = await api.request(`${collection}/${name}?dryRun=All`, {
    method: 'PATCH',
    body: patch,
    headers: { 'content-type': `application/${type}+json` },
  })
  return status === 200 ? (body as { data?: unknown }).data : 'refused'
}
