import { describe, expect, it } from 'vitest'
import { codeInPlace, readExamples, runnablePart } from './example.ts'

const page = (...lines: string[]) => lines.join('\n')

describe('documentation examples of a page', () => {
  const text = page('```ts', 'a()', '```', 'And then:', '```ts continue', 'b()', '```', '```ts check', 'c()', '```')
  const examples = readExamples('a.md', text)

  it('are fences with their continuations, identified by the first line', () => {
    expect(examples.map(({ line, fences }) => [line, fences.length])).toEqual([
      [2, 2],
      [9, 1],
    ])
  })

  it('keep their lines, with everything else blank', () => {
    expect(codeInPlace(examples[0]!, text)).toBe(page('', 'a()', '', '', '', 'b()', '', '', '', ''))
  })

  it('are run unless marked check', () => {
    expect(examples.map(runnablePart)).toEqual([examples[0], undefined])
  })

  it('are run up to a continuation marked check', () => {
    const [example] = readExamples('a.md', page('```ts', 'a()', '```', '```ts check continue', 'b()', '```'))
    expect(runnablePart(example!)?.fences.map(({ firstLine }) => firstLine)).toEqual([2])
  })

  it('cannot start with a continuation', () => {
    expect(() => readExamples('a.md', page('```ts continue', '```'))).toThrow('a.md:1: There is no fence before')
  })
})
