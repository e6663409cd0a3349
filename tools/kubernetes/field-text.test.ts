import type { Schema } from '@kubewright/kubernetes/schemas'
import { describe, expect, it } from 'vitest'
import { fieldText, interfaceText, isNeeded } from './field-text.ts'

const definitions = {
  'apps/v1.Strategy': { type: 'object', properties: { type: { type: 'string' } } },
  'apps/v1.Template': {
    type: 'object',
    properties: {
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'core/v1.PodSpec', default: {} },
    },
  },
  'core/v1.PodSpec': {
    type: 'object',
    required: ['containers'],
    properties: { containers: { type: 'array', items: { type: 'string' } } },
  },
  'meta/v1.ObjectMeta': { type: 'object' },
} as const satisfies Record<string, Schema>

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
    { key: 'template', needed: true, why: 'an empty value would lack its spec' },
    { key: 'strategy', needed: false, why: 'an empty value is complete' },
    { key: 'pod', needed: false, why: 'it may be absent' },
  ])('returns $needed for $key: $why', ({ key, needed }) => {
    expect(isNeeded(key, owner, definitions)).toBe(needed)
  })
})

describe('interfaceText', () => {
  it('writes read-only fields, with documented defaults and formats', () => {
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

it('fieldText allows null for a field that servers answer with null', () => {
  const definitions: Record<string, Schema> = {
    'core/v1.PodCondition': { properties: { lastProbeTime: { $ref: 'meta/v1.Time' }, reason: { type: 'string' } } },
  }
  const lines = ['lastProbeTime', 'reason'].map((key) =>
    fieldText({ definition: 'core/v1.PodCondition', key, optional: true }, { definitions, kinds: new Set() }),
  )
  expect(lines).toEqual([
    '  readonly lastProbeTime?: Time | null | undefined',
    '  readonly reason?: string | undefined',
  ])
})
