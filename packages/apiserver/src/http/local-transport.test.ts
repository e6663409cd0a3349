import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import type { ResponseStream, ServerResponse } from '../request/exchange.ts'
import { localTransport } from './local-transport.ts'

const ending: ResponseStream = {
  open(sink) {
    sink.write(Buffer.from('one'))
    sink.end()
    return { [Symbol.dispose]() {} }
  },
}
const answer: ServerResponse = { status: 200, headers: {}, body: ending }

it('local transport: streams with the same signal share one abort listener and remove it', async () => {
  const { signal } = new AbortController()
  const transport = localTransport(async () => answer, { authorization: '' })
  const request = { method: 'GET', path: '/', headers: {}, streams: true, signal }
  const responses = await Promise.all(Array.from({ length: 12 }, () => transport.send(request)))
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  expect(await Promise.all(responses.map(({ body }) => body.text()))).toEqual(Array(12).fill('one'))
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})
