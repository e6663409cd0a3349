import { expect, it } from 'vitest'
import { readAnswer } from './answer.ts'

it.each([302, 500])('readAnswer() stops reading the body of a %i after a mebibyte and closes it', async (refusal) => {
  const seen = { chunks: 0, isClosed: false }
  async function* body() {
    try {
      for (; seen.chunks < 100; seen.chunks++) yield new Uint8Array(2 ** 19).fill(120)
    } finally {
      seen.isClosed = true
    }
  }
  const { status, text } = await readAnswer({ status: refusal, headers: {}, body: body() } as never)
  expect([status, text.length]).toEqual([refusal, 2 ** 20])
  expect(seen).toEqual({ chunks: 1, isClosed: true })
})

it('readAnswer() reads the whole body of a success', async () => {
  async function* body() {
    for (let chunks = 0; chunks < 5; chunks++) yield new Uint8Array(2 ** 19).fill(120)
  }
  const { bytes } = await readAnswer({ status: 200, headers: {}, body: body() } as never)
  expect(bytes).toHaveLength(5 * 2 ** 19)
})
