import { describe, expect, it } from 'vitest'
import { markdownLines, readFences } from './fence.ts'

const page = (...lines: string[]) => lines.join('\n')

describe('fences of a Markdown page', () => {
  it('are read if marked ts, with their lines and flags', () => {
    const text = page('# Title', '```ts', 'a()', '```', '```yaml', 'x: 1', '```', '```ts check continue', 'b()', '```')
    expect(readFences('a.md', text)).toEqual([
      { firstLine: 3, endLine: 4, continues: false, onlyChecked: false },
      { firstLine: 9, endLine: 10, continues: true, onlyChecked: true },
    ])
  })

  it('may contain shorter fences', () => {
    expect(readFences('a.md', page('````text', '```ts', 'a()', '```', '````'))).toEqual([])
  })

  const mistakes = [
    { name: 'a missing end', text: page('', '```ts', 'a()'), says: 'a.md:2: This fence is never closed.' },
    {
      name: 'the language typescript',
      text: page('```typescript', '```'),
      says: 'a.md:1: Mark a fence `ts`',
    },
    { name: 'an unknown flag', text: page('```ts run', '```'), says: 'a.md:1: `run` means nothing here.' },
  ]

  it.each(mistakes)('are refused for $name', ({ text, says }) => {
    expect(() => readFences('a.md', text)).toThrow(says)
  })
})

describe('fences of a TypeScript file', () => {
  const text = page(
    'const a = `', //          1
    '```ts', //                2: inside a string
    '`', //                    3
    '/** One line. */', //     4
    '  /**', //                5
    '   * ```ts', //           6
    '   * use(a)', //          7
    '   * ```', //             8
    '   */', //                9
    'export const b = 1', //  10
  )

  it('are read from doc comments only', () => {
    expect(readFences('a.ts', text)).toEqual([{ firstLine: 7, endLine: 8, continues: false, onlyChecked: false }])
  })

  it('keep their columns', () => {
    expect(markdownLines('a.ts', text)[6]).toBe('     use(a)')
  })
})
