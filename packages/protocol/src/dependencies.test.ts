import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dependenciesOf, protocolOf } from './dependencies.ts'
import { checkTopology } from './soundness.ts'

/** Components that each depend on some of the components before them. */
const anyDependencies = fc
  .array(fc.array(fc.nat({ max: 20 }), { maxLength: 4 }), { maxLength: 12 })
  .map((lists) =>
    Object.fromEntries(
      lists.map((list, index) => [
        `c${index}`,
        [...new Set(list.filter((other) => other < index))].map((other) => `c${other}`),
      ]),
    ),
  )

it('dependenciesOf returns the dependencies that protocolOf was given', () => {
  fc.assert(
    fc.property(anyDependencies, (dependencies) => {
      const topology = protocolOf(dependencies)
      expect(checkTopology(topology)).toEqual([])
      expect(dependenciesOf(topology)).toEqual(dependencies)
    }),
  )
})

it('protocolOf refuses a dependency on a component that does not exist', () => {
  expect(() => protocolOf({ api: ['db'] } as never)).toThrow('db')
})

it('protocolOf accepts a component named __proto__', () => {
  const dependencies = JSON.parse('{"__proto__":[],"api":["__proto__"]}') as Record<string, string[]>
  expect(JSON.stringify(dependenciesOf(protocolOf(dependencies)))).toBe('{"__proto__":[],"api":["__proto__"]}')
})
