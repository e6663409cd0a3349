import { expect, it } from 'vitest'
import { readExamples } from './example.ts'
import { relocate } from './type-errors.ts'

it('compiler errors are mapped to the documentation page, and those of other files dropped', () => {
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
