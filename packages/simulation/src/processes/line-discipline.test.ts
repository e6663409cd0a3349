import { describe, expect, it } from 'vitest'
import { LineDiscipline, shown } from './line-discipline.ts'

/** What follows when these are typed one after the other. */
function typed(...texts: readonly (string | Uint8Array)[]) {
  const discipline = new LineDiscipline()
  const all = texts.map((text) => discipline.type(typeof text === 'string' ? Buffer.from(text) : text))
  return {
    echo: all.map(({ echo }) => echo).join(''),
    input: all.map(({ input }) => input).join(''),
    isInterrupted: all.some(({ isInterrupted }) => isInterrupted),
    isEnd: all.some(({ isEnd }) => isEnd),
  }
}

const quiet = { isInterrupted: false, isEnd: false }

describe('what a person types', () => {
  it.each([
    { name: 'a line', keys: ['ls', '\r'], echo: 'ls\r\n', input: 'ls\n' },
    { name: 'a line that is not finished', keys: ['ls'], echo: 'ls', input: '' },
    { name: 'two lines at once', keys: ['a\rb\r'], echo: 'a\r\nb\r\n', input: 'a\nb\n' },
    { name: 'a correction', keys: ['lx\u007fs\r'], echo: 'lx\b \bs\r\n', input: 'ls\n' },
    { name: 'a correction of nothing', keys: ['\u007f\bls\r'], echo: 'ls\r\n', input: 'ls\n' },
    { name: 'a line taken back', keys: ['rm\u0015ls\r'], echo: 'rm\b \b\b \bls\r\n', input: 'ls\n' },
    { name: 'an arrow', keys: ['l\u001b[Ds\r'], echo: 'ls\r\n', input: 'ls\n' },
    { name: 'a key with a number', keys: ['l\u001b[3~s\r'], echo: 'ls\r\n', input: 'ls\n' },
    { name: 'an emoji, corrected', keys: ['😀\u007fé\r'], echo: '😀\b \bé\r\n', input: 'é\n' },
  ])('$name', ({ keys, echo, input }) => {
    expect(typed(...keys)).toEqual({ echo, input, ...quiet })
  })

  it('is put together from halves of a character', () => {
    const bytes = Buffer.from('é\r')
    expect(typed(bytes.subarray(0, 1), bytes.subarray(1))).toEqual({ echo: 'é\r\n', input: 'é\n', ...quiet })
  })

  it('interrupts with Ctrl-C, and the line is forgotten', () => {
    expect(typed('rm', '\u0003', 'ls\r')).toEqual({
      echo: 'rm^C\r\nls\r\n',
      input: 'ls\n',
      isInterrupted: true,
      isEnd: false,
    })
  })

  it('ends with Ctrl-D at the beginning of a line, and hands over what there is elsewhere', () => {
    expect(typed('a\u0004')).toEqual({ echo: 'a', input: 'a', ...quiet })
    expect(typed('\u0004more')).toEqual({ echo: '', input: '', isInterrupted: false, isEnd: true })
  })
})

it('what a program writes goes back to the beginning of the line', () => {
  expect(shown('a\nb\r\n')).toBe('a\r\nb\r\n')
})
