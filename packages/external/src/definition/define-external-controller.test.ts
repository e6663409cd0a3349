import { defineResource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { declaredStatus } from '../machine/declared-status.ts'
import { defineExternalController } from './define-external-controller.ts'
import { defineExternalSuite } from './define-external-suite.ts'
import { states } from '../decision/state.ts'

const kind = {
  group: 'example.dev',
  version: 'v1',
  scope: 'Namespaced',
  spec: z.object({ needs: z.string().optional() }),
} as const
const A = defineResource({ ...kind, kind: 'A', conditions: ['Ready'] })
const B = defineResource({ ...kind, kind: 'B', conditions: ['Ready'] })
const C = defineResource({ ...kind, kind: 'C', conditions: ['Ready'] })
const operations = {
  verify: async () => 'Missing' as const,
  create: async () => 'Succeeded' as const,
  update: async () => 'Succeeded' as const,
  delete: async () => 'Succeeded' as const,
}
const usual = { name: 'things', finalizer: 'example.dev/thing', poll: '1m', ...operations } as const

describe('defineExternalController', () => {
  it('makes a controller that watches its dependencies and owns its connection Secret', () => {
    const controller = defineExternalController({
      ...usual,
      for: A,
      dependencies: { b: { on: B, ref: ({ spec }) => spec.needs }, other: { on: B, ref: () => undefined } },
      connectionSecret: ({ metadata }) => metadata.name,
    })
    expect(controller.watches?.map(({ resource }) => resource.kind)).toEqual(['B'])
    expect(controller.owns?.map((one) => ('resource' in one ? one.resource.kind : one.kind))).toEqual(['Secret'])
    expect(controller.finalizer?.name).toBe('example.dev/thing')
  })

  it.each([{ poll: 0 as const }, { timeout: 0 as const }, { recheck: 0 as const }])(
    'refuses the duration %j',
    (option) => {
      expect(() => defineExternalController({ ...usual, ...option, for: A })).toThrow('Give a duration above zero')
    },
  )

  it('refuses a kind that depends on itself', () => {
    const dependencies = { self: { on: A, ref: () => 'x' } }
    expect(() => defineExternalController({ ...usual, for: A, dependencies })).toThrow('A → A: each needs the next')
  })
})

describe('defineExternalSuite', () => {
  const needs = (on: typeof A | typeof B | typeof C, owner = false) => ({
    dependencies: { parent: { on, ref: () => 'x', owner } },
  })

  it('makes each controller watch the kinds that depend on its own', () => {
    const suite = defineExternalSuite(
      defineExternalController({ ...usual, name: 'as', for: A }),
      defineExternalController({ ...usual, name: 'bs', for: B, ...needs(A, true) }),
      defineExternalController({ ...usual, name: 'cs', for: C, ...needs(A) }),
    )
    expect(suite[0]!.watches?.map(({ resource }) => resource.kind)).toEqual(['B', 'C'])
    expect(suite[0]!.owns).toEqual([])
    expect(suite[0]!.uses?.map(({ resource, verbs }) => [resource.kind, verbs])).toEqual([['B', ['delete']]])
  })

  it('refuses a dependency cycle and names its kinds', () => {
    const as = defineExternalController({ ...usual, name: 'as', for: A, ...needs(C) })
    const bs = defineExternalController({ ...usual, name: 'bs', for: B, ...needs(A) })
    const cs = defineExternalController({ ...usual, name: 'cs', for: C, ...needs(B) })
    expect(() => defineExternalSuite(as, bs, cs)).toThrow('A → C → B → A: each needs the next')
  })
})

describe('the status of an external kind', () => {
  const declared = (status: z.ZodObject) => [...declaredStatus(defineResource({ ...kind, kind: 'D', status })).fields]

  it('gets the fields state and message if its schema declares them', () => {
    const state = z.enum(states).optional()
    expect(declared(z.object({ state, message: z.string().optional() }))).toEqual(['state', 'message'])
    expect(declared(z.object({ message: z.string().optional() }))).toEqual([])
  })

  it('leaves a state alone whose schema is different', () => {
    expect(declared(z.object({ state: z.string().optional(), message: z.string().optional() }))).toEqual([])
  })

  it('refuses a message that is not a string', () => {
    const status = z.object({ state: z.enum(states).optional(), message: z.number().optional() })
    expect(() => declared(status)).toThrow('it is declared as number, not as string')
  })
})
