import { describe, expect, it } from 'vitest'
import { compileJsonPath } from './json-path.ts'
import { JsonPathFailure } from './path-step.ts'

const object = {
  spec: {
    image: 'x',
    'a.b': 1,
    n: 2,
    ports: [
      { name: 'a', port: 1 },
      { name: 'b', port: 2, isOpen: true },
      { name: "it's", port: 3 },
    ],
    labels: { x: 'y', z: 'w' },
    nothing: null,
  },
}

describe('compileJsonPath', () => {
  it.each([
    ['.spec.image', ['x']],
    ['$.spec.image', ['x']],
    ['.spec.missing.field', []],
    ['.spec.a\\.b', [1]],
    [".spec['image']", ['x']],
    ['.spec.ports[0].name', ['a']],
    ['.spec.ports[-1].port', [3]],
    ['.spec.ports[0:2].port', [1, 2]],
    ['.spec.ports[::2].port', [1, 3]],
    ['.spec.ports[*].port', [1, 2, 3]],
    ['.spec.ports[0,2].port', [1, 3]],
    ['.spec.labels.*', ['y', 'w']],
    ['..port', [1, 2, 3]],
    ['.spec.ports[?(@.name=="b")].port', [2]],
    [".spec.ports[?(@.name=='a')].port", [1]],
    ['.spec.ports[?(@.port>1)].name', ['b', "it's"]],
    ['.spec.ports[?(@.port<=1)].name', ['a']],
    ['.spec.ports[?(@.name!="b")].port', [1, 3]],
    ['.spec.ports[?(@.isOpen)].name', ['b']],
    ['.spec.ports[?(@.isOpen==true)].name', ['b']],
    ['.spec.nothing', [null]],
    ['.spec.nothing.below', []],
    ['.', []],
  ])('evaluates %s', (path, found) => {
    expect(compileJsonPath(path).find(object)).toEqual(found)
  })

  it.each(['.spec.ports[9].name', '.spec.image[0]', '.spec.ports[?(@.name>1)].port', 'range', '.spec[?(@.a)]'])(
    'fails at evaluation for a value that %s does not fit',
    (path) => {
      expect(() => compileJsonPath(path).find(object)).toThrow(JsonPathFailure)
    },
  )

  it.each(['.spec[', '.spec.ports[?(@.a]', '.spec["', '.spec[x]', '....a', '#', '.a[?(@.b=="c]'])(
    'refuses the invalid path %s',
    (path) => {
      expect(() => compileJsonPath(path)).toThrow(JsonPathFailure)
    },
  )

  it('refuses deeply nested filters before the stack overflows', () => {
    const nested = '[?(@.a'.repeat(5_000)
    expect(() => compileJsonPath(`${nested}${')]'.repeat(5_000)}`)).toThrow(JsonPathFailure)
  })
})
