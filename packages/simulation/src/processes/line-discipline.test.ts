import { describe, expect, it } from 'vitest'
import { LineDiscipline, shown } from './line-discipline.ts'

/** The result of typing these keys one after the other. */
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

describe('terminal input', () => {
  it.each([
    { name: 'a line', keys: ['ls', '\r'], echo: 'ls\r\n', input: 'ls\n' },
    { name: 'an unfinished line', keys: ['ls'], echo: 'ls', input: '' },
    { name: 'two lines at once', keys: ['a\rb\r'], echo: 'a\r\nb\r\n', input: 'a\nb\n' },
    { name: 'a backspace', keys: ['lx\u007fs\r'], echo: 'lx\b \bs\r\n', input: 'ls\n' },
    { name: 'a backspace on an empty line', keys: ['\u007f\bls\r'], echo: 'ls\r\n', input: 'ls\n' },
    { name: 'a line cleared with Ctrl-U', keys: ['rm\u0015ls\r'], echo: 'rm\b \b\b \bls\r\n', input: 'ls\n' },
    { name: 'an arrow key', keys: ['l\u001b[Ds\r'], echo: 'ls\r\n', input: 'ls\n' },
    { name: 'a function key', keys: ['l\u001b[3~s\r'], echo: 'ls\r\n', input: 'ls\n' },
    { name: 'an emoji, deleted with backspace', keys: ['😀\u007fé\r'], echo: '😀\b \bé\r\n', input: 'é\n' },
  ])('$name', ({ keys, echo, input }) => {
    expect(typed(...keys)).toEqual({ echo, input, ...quiet })
  })

  it('is decoded across chunks that split a character', () => {
    const bytes = Buffer.from('é\r')
    expect(typed(bytes.subarray(0, 1), bytes.subarray(1))).toEqual({ echo: 'é\r\n', input: 'é\n', ...quiet })
  })

  it('interrupts on Ctrl-C, and drops the line', () => {
    expect(typed('rm', '\u0003', 'ls\r')).toEqual({
      echo: 'rm^C\r\nls\r\n',
      input: 'ls\n',
      isInterrupted: true,
      isEnd: false,
    })
  })

  it('ends on Ctrl-D at the start of a line, and flushes the line elsewhere', () => {
    expect(typed('a\u0004')).toEqual({ echo: 'a', input: 'a', ...quiet })
    expect(typed('\u0004more')).toEqual({ echo: '', input: '', isInterrupted: false, isEnd: true })
  })
})

it('terminal output has line feeds converted to CR LF', () => {
  expect(shown('a\nb\r\n')).toBe('a\r\nb\r\n')
})
