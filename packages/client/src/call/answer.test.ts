import { expect, it } from 'vitest'
import { readAnswer } from './answer.ts'

it('readAnswer() stops reading an endless response body at its limit and closes it', async () => {
  const seen = { chunks: 0, isClosed: false }
  async function* body() {
    try {
      for (; seen.chunks < 100; seen.chunks++) yield new Uint8Array(1_000).fill(120)
    } finally {
      seen.isClosed = true
    }
  }
  const { status, text } = await readAnswer({ status: 500, headers: {}, body: body() } as never, 3_000)
  expect([status, text.length]).toEqual([500, 3_000])
  expect(seen).toEqual({ chunks: 2, isClosed: true })
})
