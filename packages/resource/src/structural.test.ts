import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineResource } from './define-resource.ts'
import { listMap, listSet } from './list-schemas.ts'
import { structural } from './structural.ts'
import type { StructuralSchema } from './schema/structural-schema.ts'

const portSchema: StructuralSchema = {
  type: 'object',
  required: ['port'],
  properties: {
    name: { type: 'string' },
    port: { type: 'integer', format: 'int32' },
    protocol: { type: 'string', default: 'TCP', enum: ['TCP', 'UDP'] },
  },
}

interface Port {
  readonly name?: string
  readonly port: number
  readonly protocol?: 'TCP' | 'UDP'
}

const port = () => structural<Port>(portSchema)

function define(spec: z.ZodObject) {
  return defineResource({ group: 'a.example.dev', version: 'v1', kind: 'A', scope: 'Namespaced', spec })
}

const parsed = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value)
  return result.success ? result.data : result.error.issues.map(({ path, message }) => `${path.join('/')}: ${message}`)
}

describe('structural(), parsed by zod', () => {
  it('fills in defaults and drops unknown fields', () => {
    expect(parsed(port(), { port: 80, colour: 'red' })).toEqual({ port: 80, protocol: 'TCP' })
  })

  it('reports problems with their path below its own', () => {
    const schema = z.object({ ports: z.array(port()) })
    expect(parsed(schema, { ports: [{ port: 80 }, { port: '80', protocol: 'ICMP' }] })).toEqual([
      expect.stringMatching(/^ports\/1\/port: Invalid value: "string"/),
      expect.stringMatching(/^ports\/1\/protocol: Unsupported value: "ICMP"/),
    ])
  })

  it('refuses values that are not JSON', () => {
    expect(parsed(port(), { port: 80n })).toEqual(['port: Invalid value: "bigint": must be JSON'])
    expect(parsed(port(), new Map())).toEqual([expect.stringContaining('must be JSON')])
  })

  it.each([undefined, null, 'text', 3, []])('refuses %j in place of an object', (value) => {
    expect(port().safeParse(value).success).toBe(false)
  })

  it('prunes a field named __proto__', () => {
    const given = JSON.parse('{ "port": 80, "__proto__": { "polluted": true } }') as unknown
    expect(parsed(port(), given)).toEqual({ port: 80, protocol: 'TCP' })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('may be optional, or have a default', () => {
    const schema = z.object({ a: port().optional(), b: port().prefault({ port: 1 }) })
    expect(parsed(schema, {})).toEqual({ b: { port: 1, protocol: 'TCP' } })
  })
})

describe('structural(), in a definition', () => {
  it('is written to the CRD unchanged, with the description from zod', () => {
    const A = define(z.object({ port: port().optional().describe('Where it listens.') }))
    expect(A.schema.properties?.['spec']).toEqual({
      type: 'object',
      properties: { port: { ...portSchema, description: 'Where it listens.' } },
    })
  })

  it('validates objects as zod does', () => {
    const spec = z.object({ ports: listMap(port(), ['port', 'protocol']) })
    const A = define(spec)
    for (const ports of [[{ port: 80 }], [{ port: 80 }, { port: 80, protocol: 'UDP' }], [{ port: '80' }], [{}]]) {
      const { object } = A.safeParse({ metadata: { name: 'a' }, spec: { ports } })
      const byZod = spec.safeParse({ ports })
      expect(object?.spec).toEqual(byZod.data)
    }
  })

  it('may be the item of a set, compared by value', () => {
    const A = define(z.object({ ports: listSet(port()) }))
    expect(A.validate({ metadata: { name: 'a' }, spec: { ports: [{ port: 80 }, { port: 80 }] } })).toHaveLength(1)
    expect(A.validate({ metadata: { name: 'a' }, spec: { ports: [{ port: 80 }, { port: 81 }] } })).toEqual([])
  })

  it('is refused with a zod refinement', () => {
    expect(() => define(z.object({ port: port().refine(() => true) }))).toThrow('cannot run in the API server')
  })

  it('is refused if its schema is not structural', () => {
    const broken = structural<object>({ properties: { a: { type: 'string' } } })
    expect(() => define(z.object({ broken }))).toThrow('type: Required value')
  })
})
