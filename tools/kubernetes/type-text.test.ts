import type { Schema } from '@kubewright/kubernetes/schemas'
import { describe, expect, it } from 'vitest'
import { type TypeScope, typeText } from './type-text.ts'

const scope: TypeScope = { definitions: {}, kinds: new Set(['core/v1.PersistentVolumeClaim']) }

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
  ])('returns $text', ({ schema, text }) => {
    expect(typeText(schema, scope)).toBe(text)
  })

  it('refuses an unknown form of schema', () => {
    expect(() => typeText({ oneOf: [{ type: 'string' }] }, scope)).toThrow('Cannot write a type for {"oneOf"')
  })
})
