import { describe, expect, it } from 'vitest'
import { definedKind } from './defined-kinds.ts'
import { isStackKind, stackEntry, stackRow } from './stack-entries.ts'

const kind = { group: 'shop.example.dev', version: 'v1', kind: 'Shop' }
const metadata = { name: 'garden', namespace: 'default', uid: '1', creationTimestamp: '2026-01-01T00:00:00Z' }
const stack = (status: unknown, spec: unknown = {}) => stackEntry({ metadata, spec, status } as never, kind)

const phase = { type: 'string', enum: ['absent', 'starting', 'running', 'crashed'] }
const components = { type: 'object', additionalProperties: { type: 'object', properties: { phase } } }
const crd = (status: unknown, version: object = {}) =>
  ({
    metadata: { name: 'shops.shop.example.dev', uid: '2' },
    spec: {
      group: 'shop.example.dev',
      scope: 'Namespaced',
      names: { kind: 'Shop', plural: 'shops' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { properties: { status } } },
          ...version,
        },
      ],
    },
  }) as never

describe('a kind in the dashboard', () => {
  it.each([
    ['declares components and plan in its status', { properties: { components, plan: { type: 'array' } } }, true],
    ['has no plan', { properties: { components } }, false],
    ['has components without phases', { properties: { components: {}, plan: { type: 'array' } } }, false],
    ['has no status', undefined, false],
    ['has an invalid status schema', { properties: ['components'] }, false],
  ])('is a stack if its CRD says so: one that %s', (_, status, expected) => {
    expect(isStackKind(definedKind(crd(status))!)).toBe(expected)
  })

  it('is read in the storage version, and skipped if that is not served', () => {
    expect(definedKind(crd({}))).toMatchObject({ ...kind, plural: 'shops', isNamespaced: true })
    expect(definedKind(crd({}, { served: false }))).toBeUndefined()
    expect(definedKind({ metadata, spec: 'none' } as never)).toBeUndefined()
  })
})

describe('a stack entry', () => {
  it('shows components with dependencies and waits, its versions and its plan', () => {
    const entry = stack(
      {
        phase: 'Upgrading',
        step: 'upgrades api to 1.1',
        plan: ['api.run'],
        version: '1.0',
        upgrade: { from: '1.0', to: '1.1', phase: 'components', done: ['db'], current: 'api', since: 'x' },
        components: {
          db: { phase: 'running', since: '2026-01-01T00:00:00Z', version: '1.1' },
          api: { phase: 'crashed', waitsFor: 'may repair itself', needs: ['db'], replicas: 3 },
        },
        conditions: [{ type: 'Ready', status: 'False', reason: 'Upgrading', message: 'api is not ready' }],
      },
      { version: '1.1' },
    )
    expect(entry).toMatchObject({
      current: '1.0',
      target: '1.1',
      plan: ['api.run'],
      upgrade: { from: '1.0', to: '1.1', current: 'api', done: ['db'] },
      health: { tone: 'busy', text: 'Upgrading', message: 'api is not ready' },
      components: [
        { name: 'db', phase: 'running', needs: [] },
        { name: 'api', phase: 'crashed', needs: ['db'], waitsFor: 'may repair itself', replicas: 3 },
      ],
    })
    expect(stackRow(entry)).toMatchObject({ running: 1, components: 2, left: 1 })
    expect(stackRow(entry)).not.toHaveProperty('plan')
  })

  it.each([
    ['no status', undefined],
    ['a string as status', 'fine'],
    ['fields of the wrong type', { phase: 3, plan: 'x', components: [1], upgrade: [], conditions: {} }],
    ['invalid components', { components: { a: null, b: 'x', constructor: 3 } }],
  ])('with %s is shown without an error', (_, status) => {
    expect(() => JSON.stringify(stackRow(stack(status)))).not.toThrow()
    expect(stack(status).plan).toEqual([])
  })

  it('keeps names such as __proto__, and truncates long values', () => {
    const status = JSON.parse('{"components":{"__proto__":{"phase":"running"}}}') as unknown
    expect(stack(status).components).toMatchObject([{ name: '__proto__', phase: 'running' }])
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`c${index}`, { phase: 'running' }]))
    const large = stack({ components: many, step: 'x'.repeat(100_000) })
    expect(large.components).toHaveLength(200)
    expect(large.step).toHaveLength(500)
  })
})
