import type { Schema } from '@kubewright/kubernetes/schemas'
import { describe, expect, it } from 'vitest'
import { interfaceText, isNeeded, type TypeScope, typeText } from './type-text.ts'

const definitions = {
  'apps/v1.Strategy': { type: 'object', properties: { type: { type: 'string' } } },
  'apps/v1.Template': {
    type: 'object',
    properties: {
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'core/v1.PodSpec', default: {} },
    },
  },
  'core/v1.PersistentVolumeClaim': { type: 'object' },
  'core/v1.PodSpec': {
    type: 'object',
    required: ['containers'],
    properties: { containers: { type: 'array', items: { type: 'string' } } },
  },
  'meta/v1.ObjectMeta': { type: 'object' },
} as const satisfies Record<string, Schema>

const scope: TypeScope = { definitions, kinds: new Set(['core/v1.PersistentVolumeClaim']) }

describe('typeText', () => {
  it.each<{ schema: Schema; text: string }>([
    { schema: { type: 'string' }, text: 'string' },
    { schema: { type: 'string', format: 'date-time' }, text: 'string' },
    { schema: { type: 'boolean' }, text: 'boolean' },
    { schema: { type: 'integer', format: 'int64' }, text: 'number' },
    { schema: { type: 'number', format: 'double' }, text: 'number' },
    { schema: { type: 'string', enum: ['', 'TCP'] }, text: "'' | 'TCP'" },
    { schema: { type: 'array', items: { type: 'string' } }, text: 'readonly string[]' },
    { schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, text: "readonly ('a' | 'b')[]" },
    {
      schema: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
      text: 'readonly (readonly string[])[]',
    },
    {
      schema: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      text: 'Readonly<Record<string, readonly string[]>>',
    },
    {
      schema: { type: 'array', items: { type: 'object', additionalProperties: { type: 'string' } } },
      text: 'readonly Readonly<Record<string, string>>[]',
    },
    { schema: { $ref: 'core/v1.PodSpec', default: {} }, text: 'PodSpec' },
    { schema: { $ref: 'meta/v1.LabelSelectorRequirement' }, text: 'LabelExpression' },
    { schema: { $ref: 'meta/v1.ObjectMeta', default: {} }, text: 'AuthoredMeta' },
    {
      schema: { type: 'array', items: { $ref: 'core/v1.PersistentVolumeClaim' } },
      text: 'readonly PersistentVolumeClaimInput[]',
    },
  ])('writes $text', ({ schema, text }) => {
    expect(typeText(schema, scope)).toBe(text)
  })

  it('refuses a form it has never seen instead of guessing', () => {
    expect(() => typeText({ oneOf: [{ type: 'string' }] }, scope)).toThrow('Cannot write a type for {"oneOf"')
  })
})

describe('isNeeded', () => {
  const owner: Schema = {
    required: ['selector'],
    properties: {
      selector: { type: 'string' },
      replicas: { type: 'integer' },
      template: { $ref: 'apps/v1.Template', default: {} },
      strategy: { $ref: 'apps/v1.Strategy', default: {} },
      pod: { $ref: 'core/v1.PodSpec' },
    },
  }

  it.each([
    { key: 'selector', needed: true, why: 'the schema requires it' },
    { key: 'replicas', needed: false, why: 'the schema does not require it' },
    { key: 'template', needed: true, why: 'an empty one would lack its spec' },
    { key: 'strategy', needed: false, why: 'an empty one is complete' },
    { key: 'pod', needed: false, why: 'it may be absent altogether' },
  ])('says $needed of $key: $why', ({ key, needed }) => {
    expect(isNeeded(key, owner, definitions)).toBe(needed)
  })
})

describe('interfaceText', () => {
  it('writes read-only fields under their own names, and says what a default or a format means', () => {
    const text = interfaceText('core/v1.Port', {
      kinds: new Set(),
      definitions: {
        'core/v1.Port': {
          type: 'object',
          required: ['port'],
          properties: {
            port: { type: 'integer', default: 0 },
            protocol: { type: 'string', default: 'TCP', enum: ['TCP', 'UDP'] },
            caBundle: { type: 'string', format: 'byte' },
            'x-y': { type: 'boolean', default: false },
          },
        },
      },
    })
    expect(text).toMatchInlineSnapshot(`
      "export interface Port {
        readonly port: number
        /** @default 'TCP' */
        readonly protocol?: 'TCP' | 'UDP' | undefined
        /** Base64. */
        readonly caBundle?: string | undefined
        readonly 'x-y'?: boolean | undefined
      }
      "
    `)
  })
})
