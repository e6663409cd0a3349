import { describe, expect, it } from 'vitest'
import { firstSentence, readApiEntry, readReferred } from './api-entry.ts'
import { createDeclarationReader } from './declaration-reader.ts'

const files: Record<string, string> = {
  'src/index.ts': `export { Box, type Size, open, limit } from './box.ts'\nexport { Clock as Watch } from '@kubewright/core'`,
  'src/box.ts': `
import type { Clock } from '@kubewright/core';
import type { Lid as Cover } from './lid.ts';
import type * as lids from './lid.ts';
import type { ZodType } from 'zod';
/** About boxes in general. */
/**
 * Something to put things in. It has a lid.
 *
 * @example
 * \`\`\`ts
 * new Box(
 *   1,
 * )
 * \`\`\`
 */
export declare class Box<Clock2> {
    #private;
    private secret: Hidden;
    /** The inner value. */
    readonly content: Clock2;
    readonly cover: Cover & import('./lid.ts').Hinge & lids.Colour;
    readonly schema: ZodType;
}
export type Size = Unit;
/** A unit of length. */
type Unit = 'cm' | Inner;
/** Behind a unit. */
interface Inner extends Omit<Base, 'b'> { c: Unit }
interface Base { a(): void; b: string }
interface Hidden {}
/**
 * Opens a box.
 *
 * @param size in
 *   centimetres
 * @returns nothing
 */
export declare function open(box: Box<Clock>): void;
export declare function open(box: Box<Clock>, size: Size): void;
export declare const limit: 5;
`,
  'src/lid.ts': `export interface Lid {}\nexport type Hinge = 1;\nexport type Colour = 'red';`,
  'core/index.ts': `export { Clock } from './clock.ts'`,
  'core/clock.ts': `/** Tells the time. */\nexport interface Clock {}`,
}
const reader = createDeclarationReader((path) => files[path]!, new Map([['@kubewright/core', 'core/index.ts']]))
const entry = readApiEntry('src/index.ts', reader)
const plain = { text: '', parameters: [], examples: [], refersTo: [], inherits: [] }

it('readApiEntry returns names with signatures, comments, examples and the declarations they refer to', () => {
  expect(entry).toEqual([
    {
      ...plain,
      name: 'Box',
      from: 'src/box.ts',
      key: 'src/box.ts#Box',
      signature:
        "class Box<Clock2> {\n    /** The inner value. */\n    readonly content: Clock2;\n    readonly cover: Cover & import('./lid.ts').Hinge & lids.Colour;\n    readonly schema: ZodType;\n}",
      text: 'Something to put things in. It has a lid.',
      examples: ['```ts\nnew Box(\n  1,\n)\n```'],
      refersTo: ['src/lid.ts#Lid', 'src/lid.ts#Hinge', 'src/lid.ts#Colour'],
    },
    {
      ...plain,
      name: 'Size',
      from: 'src/box.ts',
      key: 'src/box.ts#Size',
      signature: 'type Size = Unit;',
      refersTo: ['src/box.ts#Unit'],
    },
    { ...plain, name: 'Watch', from: '@kubewright/core', key: 'core/clock.ts#Clock', signature: '' },
    { ...plain, name: 'limit', from: 'src/box.ts', key: 'src/box.ts#limit', signature: 'const limit: 5;' },
    {
      ...plain,
      name: 'open',
      from: 'src/box.ts',
      key: 'src/box.ts#open',
      signature: 'function open(box: Box<Clock>): void;\nfunction open(box: Box<Clock>, size: Size): void;',
      text: 'Opens a box.',
      parameters: ['`size`: in centimetres', 'Returns nothing'],
      refersTo: ['src/box.ts#Box', 'core/clock.ts#Clock', 'src/box.ts#Size'],
    },
  ])
})

describe('readReferred', () => {
  const exported = new Set(['core/clock.ts#Clock', ...entry.map(({ key }) => key)])
  const referred = readReferred(entry, reader, (key) => exported.has(key))

  it('returns each declaration that exported ones refer to, also through each other, and none that an entry exports', () => {
    expect(referred.map(({ key }) => key)).toEqual([
      'src/box.ts#Base',
      'src/lid.ts#Colour',
      'src/lid.ts#Hinge',
      'src/box.ts#Inner',
      'src/lid.ts#Lid',
      'src/box.ts#Unit',
    ])
    expect(referred.at(-1)).toMatchObject({ signature: "type Unit = 'cm' | Inner;", text: 'A unit of length.' })
  })

  it('returns the inherited members, without those that Omit leaves out', () => {
    const inner = referred.find(({ name }) => name === 'Inner')
    expect(inner?.inherits).toEqual([{ from: 'src/box.ts#Base', members: ['a'] }])
  })
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
