import { describe, expect, it } from 'vitest'
import { firstSentence, readApiEntry } from './api-entry.ts'

const files: Record<string, string> = {
  'src/index.ts': `export { Box, type Size, open, limit } from './box.ts'\nexport { x } from '@kubewright/core'`,
  'src/box.ts': `
/** About boxes in general. */
/**
 * Something to put things in. It has a lid.
 *
 * @example
 * \`\`\`ts
 * new Box()
 * \`\`\`
 */
export declare class Box {
    #private;
    private secret;
    /** The inner value. */
    readonly content: string;
}
export type Size = number;
/** Opens a box. */
export declare function open(box: Box): void;
export declare function open(box: Box, size: Size): void;
export declare const limit: 5;
`,
}

it('readApiEntry returns names with signatures, first sentences and example flags', () => {
  expect(readApiEntry('src/index.ts', (path) => files[path]!)).toEqual([
    {
      name: 'Box',
      from: 'src/box.ts',
      signature: 'class Box {\n    /** The inner value. */\n    readonly content: string;\n}',
      sentence: 'Something to put things in.',
      hasExample: true,
    },
    { name: 'Size', from: 'src/box.ts', signature: 'type Size = number;', sentence: '', hasExample: false },
    { name: 'limit', from: 'src/box.ts', signature: 'const limit: 5;', sentence: '', hasExample: false },
    {
      name: 'open',
      from: 'src/box.ts',
      signature: 'function open(box: Box): void;\nfunction open(box: Box, size: Size): void;',
      sentence: 'Opens a box.',
      hasExample: false,
    },
    { name: 'x', from: '@kubewright/core', signature: '', sentence: '', hasExample: false },
  ])
})

describe('firstSentence', () => {
  const cases = [
    { text: 'One. Two.', is: 'One.' },
    { text: 'Over\ntwo lines. Two.', is: 'Over two lines.' },
    { text: 'Reads `a.b` first. Two.', is: 'Reads `a.b` first.' },
    { text: 'No stop\n\nNext paragraph.', is: 'No stop' },
    { text: '', is: '' },
  ]

  it.each(cases)('returns the first sentence of: $text', ({ text, is }) => {
    expect(firstSentence(text)).toBe(is)
  })
})
