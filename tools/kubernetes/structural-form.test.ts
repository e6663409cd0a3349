import type { Definitions, Schema } from '@kubewright/kubernetes/schemas'
import type { StructuralSchema } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { readInput } from './input.ts'
import { structuralForm } from './structural-form.ts'

const { definitions } = await readInput()

function form(definition: string, own: Definitions = definitions): StructuralSchema {
  return structuralForm(definition, own, (name) => form(name, own))
}

describe('structural schema of a built-in type', () => {
  it('keeps only labels, annotations, finalizers, name and namespace of embedded metadata', () => {
    const { metadata } = form('core/v1.PodTemplateSpec').properties!
    expect(Object.keys(metadata!.properties!)).toEqual(['annotations', 'finalizers', 'labels', 'name', 'namespace'])
  })

  it('has the default of an optional list-map key', () => {
    const ports = form('core/v1.Container').properties!['ports']!
    expect(ports['x-kubernetes-list-map-keys']).toEqual(['containerPort', 'protocol'])
    expect(ports.items).toMatchObject({ required: ['containerPort'], properties: { protocol: { default: 'TCP' } } })
  })

  it('omits zero defaults that only concern encoding', () => {
    expect(form('core/v1.EnvVar').properties!['name']).toEqual({ type: 'string' })
    expect(form('core/v1.LocalObjectReference').properties!['name']).toEqual({ type: 'string', default: '' })
    expect(form('apps/v1.StatefulSetSpec').properties!['serviceName']).toEqual({ type: 'string' })
    expect(form('core/v1.PodTemplateSpec').properties!['spec']).not.toHaveProperty('default')
  })

  it('requires the fields that the type requires', () => {
    expect(form('core/v1.PodTemplateSpec').required).toEqual(['spec'])
  })

  it('marks quantities and named ports as int-or-string', () => {
    const { limits } = form('core/v1.ResourceRequirements').properties!
    expect(limits?.additionalProperties).toMatchObject({
      'x-kubernetes-int-or-string': true,
      anyOf: [{ type: 'integer' }, { type: 'string' }],
      pattern: expect.stringContaining('[KMGTPE]i'),
    })
    expect(form('core/v1.HTTPGetAction').properties!['port']).toMatchObject({ 'x-kubernetes-int-or-string': true })
  })

  it('makes a list atomic if its items may lack a key', () => {
    const item: Schema = { type: 'object', properties: { name: { type: 'string' } } }
    const keys = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] } as const
    const own = {
      'a/v1.Item': item,
      'a/v1.List': { type: 'object', properties: { list: { type: 'array', ...keys, items: { $ref: 'a/v1.Item' } } } },
    } as const
    expect(form('a/v1.List', own).properties!['list']).toMatchObject({ 'x-kubernetes-list-type': 'atomic' })
  })

  it('omits patch strategies, which custom resources do not have', () => {
    expect(JSON.stringify(form('core/v1.PodSpec'))).not.toContain('x-kubernetes-patch')
  })
})
