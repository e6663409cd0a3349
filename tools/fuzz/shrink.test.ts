import { describe, expect, it } from 'vitest'
import type { FuzzRequest } from './fuzz-request.ts'
import { shrink } from './shrink.ts'

const request = (path: string, body?: unknown): FuzzRequest => ({
  method: 'POST',
  path,
  headers: { accept: 'a', 'content-type': 'b' },
  ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
})
const bodyOf = ({ body }: FuzzRequest) => (body === undefined ? undefined : Buffer.from(body).toString())

describe('fuzz shrink', () => {
  it('keeps only the last request if it fails alone, without irrelevant parts', async () => {
    const requests = [request('/a'), request('/b?x=1&y=2', { keep: 7, list: [1, 2, 3], drop: { a: 'b' } })]
    const [only, ...more] = await shrink(requests, async (some) =>
      some.some((one) => bodyOf(one)?.includes('"keep":7')),
    )
    expect(more).toEqual([])
    expect({ ...only, body: bodyOf(only!) }).toEqual({ method: 'POST', path: '/b', headers: {}, body: '{"keep":7}' })
  })

  it('keeps all requests that the failure needs', async () => {
    const requests = Array.from({ length: 30 }, (_, at) => request(`/${at}`))
    const needs = ['/3', '/17', '/29']
    const left = await shrink(requests, async (some) => needs.every((path) => some.some((one) => one.path === path)))
    expect(left.map(({ path }) => path)).toEqual(needs)
  })

  it('stays within the number of attempts', async () => {
    let asked = 0
    const requests = Array.from({ length: 100 }, (_, at) => request(`/${at}`))
    await shrink(requests, async () => (asked++, true), 10)
    expect(asked).toBeLessThanOrEqual(10)
  })
})
