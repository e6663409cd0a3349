import { randomInt, seededRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import { LineReader } from './line-reader.ts'

function linesIn(chunks: readonly Buffer[]): { lines: string[]; pending: number } {
  const reader = new LineReader()
  const lines: string[] = []
  for (const chunk of chunks) {
    reader.feed(chunk)
    while (reader.advance()) lines.push(reader.bytes.toString('utf8', reader.start, reader.end))
  }
  return { lines, pending: reader.pending }
}

describe('LineReader', () => {
  it('finds the same lines regardless of chunk boundaries, even within a character', () => {
    const text = ['eins', '', 'zwei 😀 é', 'x'.repeat(300), '{"a":"\u2028"}'].map((line) => `${line}\n`).join('')
    const bytes = Buffer.from(`${text}rest`)
    for (let seed = 0; seed < 300; seed++) {
      const random = seededRandom(seed)
      const chunks: Buffer[] = []
      for (let at = 0; at < bytes.length; ) {
        const size = randomInt(random, seed % 2 === 0 ? 4 : 60)
        chunks.push(bytes.subarray(at, at + size))
        at += size
      }
      expect(linesIn(chunks), `seed ${seed}`).toEqual({ lines: text.split('\n').slice(0, -1), pending: 4 })
    }
  })

  it('returns the incomplete last line', () => {
    const reader = new LineReader()
    for (const part of ['a\nha', 'lf ', 'a line']) {
      reader.feed(Buffer.from(part))
      while (reader.advance());
    }
    expect(reader.pending).toBe(11)
    expect(reader.rest().toString()).toBe('half a line')
    expect(reader.pending).toBe(0)
  })

  it('does not copy a line within one chunk', () => {
    const reader = new LineReader()
    const chunk = Buffer.from('one\ntwo\n')
    reader.feed(chunk)
    reader.advance()
    reader.advance()
    expect(reader.bytes).toBe(chunk)
    expect([reader.start, reader.end]).toEqual([4, 7])
  })
})
