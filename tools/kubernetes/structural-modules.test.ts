import type { Definitions } from '@kubewright/kubernetes/schemas'
import { describe, expect, it } from 'vitest'
import { functionName, schemaFunctionsText, structuralDefinitions, structuralModuleText } from './structural-modules.ts'

const definitions: Definitions = {
  'a/v1.Inner': { type: 'object', properties: { x: { type: 'string' } } },
  'a/v1.Outer': {
    type: 'object',
    properties: { inner: { $ref: 'a/v1.Inner', default: {} }, far: { $ref: 'b/v1.Far' } },
  },
  'a/v1.Tree': { type: 'object', properties: { below: { type: 'array', items: { $ref: 'a/v1.Tree' } } } },
  'a/v1.Forest': { type: 'object', properties: { tree: { $ref: 'a/v1.Tree' } } },
  'b/v1.Far': { type: 'object', properties: { y: { type: 'integer' } } },
}

describe('structural schemas of built-in types', () => {
  it('omit recursive types, and types that contain them', () => {
    expect(structuralDefinitions(Object.keys(definitions), definitions)).toEqual([
      'a/v1.Inner',
      'a/v1.Outer',
      'b/v1.Far',
    ])
  })

  it('are ordered after the schemas they contain', () => {
    expect(
      structuralModuleText('a/v1', ['a/v1.Outer'], definitions),
    ).toBe(`import type { StructuralSchema } from '@kubewright/resource'
import { Far } from '../b/v1.ts'

export const Inner: StructuralSchema = { type: 'object', properties: { x: { type: 'string' } } }

export const Outer: StructuralSchema = { type: 'object', properties: { inner: Inner, far: Far } }
`)
  })

  it('are functions with the type of the definition', () => {
    const text = schemaFunctionsText('a/v1', ['a/v1.Inner'], { definitions, kinds: new Set() })
    expect(text).toContain('export const inner = (): StructuralType<Inner> => structural(schemas.Inner)')
  })
})

it.each([
  ['PodTemplateSpec', 'podTemplateSpec'],
  ['HTTPGetAction', 'httpGetAction'],
  ['AWSElasticBlockStoreVolumeSource', 'awsElasticBlockStoreVolumeSource'],
  ['Volume', 'volume'],
  ['CSIVolumeSource', 'csiVolumeSource'],
])('functionName of %s is %s', (name, expected) => {
  expect(functionName(name)).toBe(expected)
})
