import { expect, it } from 'vitest'
import { readExamples } from './example.ts'
import { relocate } from './type-errors.ts'

it('moves what the compiler says to the page, and drops what it says about other files', () => {
  const examples = ['README.md', 'docs/guides/start.md'].flatMap((path) => readExamples(path, '```ts\na()\n```'))
  const output = [
    "cache/1.ts(2,1): error TS2322: Type 'A' is not assignable to type 'B'.",
    "  Types of property 'x' are incompatible.",
    'packages/core/src/a.ts(1,1): error TS1005: Surprise.',
    '',
  ].join('\n')

  expect(relocate(output, 'cache', examples)).toEqual([
    "docs/guides/start.md:2:1 error TS2322: Type 'A' is not assignable to type 'B'.\n  Types of property 'x' are incompatible.",
  ])
})
