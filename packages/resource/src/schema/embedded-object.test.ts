import type { JsonObject } from '@kubewright/core/json'
import { describe, expect, it } from 'vitest'
import { applySchema } from './apply-schema.ts'
import { formatProblem } from './problem.ts'
import type { StructuralSchema } from './structural-schema.ts'

const schema: StructuralSchema = {
  type: 'object',
  properties: {
    e: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  },
}

function verdict(e: JsonObject): object {
  const { object, problems } = applySchema({ e }, schema)
  return { kept: object['e'], problems: problems.map(formatProblem) }
}

describe('an embedded object', () => {
  it('requires apiVersion and kind', () => {
    expect(verdict({})).toEqual({ kept: {}, problems: ['e.apiVersion: Required value', 'e.kind: Required value'] })
  })

  it('has its metadata pruned as the API server does, and keeps the rest', () => {
    const metadata = { name: 'a', unheard: 1, labels: {}, creationTimestamp: null, uid: 'u', generation: 0 }
    expect(verdict({ apiVersion: 'v1', kind: 'X', metadata, anything: [1] })).toEqual({
      kept: { apiVersion: 'v1', kind: 'X', metadata: { name: 'a', uid: 'u' }, anything: [1] },
      problems: [],
    })
  })

  it.each([
    { name: 'preserving unknown fields', embedded: { 'x-kubernetes-preserve-unknown-fields': true } },
    { name: 'schema with metadata', embedded: { properties: { metadata: { type: 'object' } } } },
    { name: 'schema without metadata', embedded: { properties: { spec: { type: 'string' } } } },
  ] as const)('reports the fields pruned from its metadata: $name', ({ embedded }) => {
    const list = { type: 'object', 'x-kubernetes-embedded-resource': true, ...embedded } as const
    const metadata = { name: 'a', foo: 1, labels: { a: 'b' }, bar: null, absent: undefined }
    const { unknownFields } = applySchema(
      { e: [{ apiVersion: 'v1', kind: 'X', metadata }] },
      { type: 'object', properties: { e: { type: 'array', items: list } } },
    )
    expect(unknownFields).toEqual(['e[0].metadata.bar', 'e[0].metadata.foo'])
  })

  const unreadable: readonly { e: JsonObject; says: string }[] = [
    { e: { apiVersion: 1, kind: 'X' }, says: 'e.apiVersion: Invalid value: 1: must be a string' },
    {
      e: { apiVersion: 'v1', kind: 'X', metadata: { name: 1 } },
      says: 'e.metadata: Invalid value: {"name":1}: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
    },
    {
      e: { apiVersion: 'v1', kind: 'X', metadata: { labels: { a: 1 } } },
      says: 'e.metadata: Invalid value: {"labels":{"a":1}}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    },
    {
      e: { apiVersion: 'v1', kind: 'X', metadata: { generation: 1.5 } },
      says: 'e.metadata: Invalid value: {"generation":1.5}: json: cannot unmarshal number 1.5 into Go struct field ObjectMeta.generation of type int64',
    },
    {
      e: { apiVersion: 'v1', kind: 'X', metadata: 'x' },
      says: 'e.metadata: Invalid value: "x": json: cannot unmarshal string into Go value of type v1.ObjectMeta',
    },
  ]

  it.each(unreadable)('is refused as unreadable: $e', ({ e, says }) => {
    expect(verdict(e)).toMatchObject({ problems: [says] })
  })

  it('is validated for names, labels, annotations, owner references and finalizers', () => {
    const metadata = {
      name: 'a/b',
      namespace: 'A',
      generation: -1,
      labels: { 'a.b': '!' },
      annotations: { _: 'z' },
      ownerReferences: [
        { apiVersion: 'v1', kind: 'A', name: 'x', uid: '1', controller: true },
        { apiVersion: 'v1', kind: '', name: 'y', uid: '2', controller: true },
      ],
      finalizers: ['orphan', 'foregroundDeletion'],
    }
    const { problems } = applySchema({ e: { apiVersion: 'a/b/c', kind: 'foo bar', metadata } }, schema)
    expect(problems.map(({ field, reason }) => [field, reason])).toEqual([
      ['e.apiVersion', 'FieldValueInvalid'],
      ['e.kind', 'FieldValueInvalid'],
      ['e.metadata.name', 'FieldValueInvalid'],
      ['e.metadata.namespace', 'FieldValueInvalid'],
      ['e.metadata.generation', 'FieldValueInvalid'],
      ['e.metadata.labels', 'FieldValueInvalid'],
      ['e.metadata.annotations', 'FieldValueInvalid'],
      ['e.metadata.ownerReferences.kind', 'FieldValueInvalid'],
      ['e.metadata.ownerReferences', 'FieldValueInvalid'],
      ['e.metadata.finalizers', 'FieldValueInvalid'],
    ])
  })
})
