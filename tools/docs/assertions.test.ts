import { describe, expect, it } from 'vitest'
import { enforceAssertions } from './assertions.ts'

describe('assertions in documentation examples', () => {
  const cases = [
    {
      name: 'compare the expression with the value',
      code: 'sum(1, 2) // => 3',
      becomes: '__compare((sum(1, 2)), (3), "a.md:1") // => 3',
    },
    {
      name: 'may compare objects',
      code: 'sum // => { a: 1 }',
      becomes: '__compare((sum), ({ a: 1 }), "a.md:1") // => { a: 1 }',
    },
    {
      name: 'may await',
      code: 'await sum() // => 3',
      becomes: '__compare((await sum()), (3), "a.md:1") // => 3',
    },
    {
      name: 'may stand on the line below',
      code: 'sum()\n// => 3',
      becomes: '__compare((sum()), (3), "a.md:2")\n// => 3',
    },
    {
      name: 'may follow an expression of several lines',
      code: 'sum(\n  1,\n) // => 3',
      becomes: '__compare((sum(\n  1,\n)), (3), "a.md:3") // => 3',
    },
    {
      name: 'continue in comment lines below until the value is complete',
      code: 'sum() // => [\n//   1,\n// ]\n// And then:\nx()',
      becomes: '__compare((sum()), ([ 1, ]), "a.md:1") // => [\n//   1,\n// ]\n// And then:\nx()',
    },
    {
      name: 'work inside a block',
      code: 'if (x) {\n  x // => 1\n}\ny // => 2',
      becomes: 'if (x) {\n  __compare((x), (1), "a.md:2") // => 1\n}\n__compare((y), (2), "a.md:4") // => 2',
    },
    { name: 'leave other comments alone', code: 'sum() // -> 3\n// 4', becomes: 'sum() // -> 3\n// 4' },
  ]

  it.each(cases)('$name', ({ code, becomes }) => {
    expect(enforceAssertions('a.md', code)).toBe(becomes)
  })

  const mistakes = [
    { name: 'on a declaration', code: '\nconst a = 1 // => 1', says: 'a.md:2: `// =>` must follow an expression' },
    {
      name: 'on a line that the next one continues',
      code: 'a // => 1\n[b].c // => 2',
      says: 'a.md:1: `// =>` must follow',
    },
    {
      name: 'inside an expression that is compared',
      code: 'a(() => {\n  b // => 1\n}) // => 2',
      says: 'a.md:2: `// =>` must',
    },
    {
      name: 'with prose as value',
      code: 'a // => the sum',
      says: 'a.md:1: `the sum` is not a JavaScript expression',
    },
    { name: 'in code that does not parse', code: '\nconst = 1', says: 'a.md:2: Variable declaration expected.' },
  ]

  it.each(mistakes)('are refused $name', ({ code, says }) => {
    expect(() => enforceAssertions('a.md', code)).toThrow(says)
  })
})
