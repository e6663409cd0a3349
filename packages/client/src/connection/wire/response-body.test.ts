import { constants } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../testing/failure.ts'
import { assertTextLength, ResponseBody } from './response-body.ts'

function body() {
  const calls: string[] = []
  const made = new ResponseBody({ resume: () => calls.push('resume'), leave: () => calls.push('leave') })
  return { body: made, calls }
}

const bytes = (text: string) => Buffer.from(text)

describe('ResponseBody', () => {
  it('yields chunks in order without copying them', async () => {
    const { body: made } = body()
    const chunks = ['a', 'b', 'c'].map(bytes)
    for (const chunk of chunks) made.push(chunk)
    made.finish()
    const read: Uint8Array[] = []
    for await (const chunk of made) read.push(chunk)

    expect(read).toEqual(chunks)
    expect(read.every((chunk, index) => chunk === chunks[index])).toBe(true)
  })

  it('passes a chunk to a waiting reader', async () => {
    const { body: made } = body()
    const iterator = made[Symbol.asyncIterator]()
    const next = iterator.next()

    expect(made.push(bytes('a'))).toBe(true)
    expect(await next).toEqual({ done: false, value: bytes('a') })
    const end = iterator.next()
    made.finish()
    expect(await end).toEqual({ done: true, value: undefined })
  })

  it('answers reads in the order in which they were made, also those made at once', async () => {
    const { body: made } = body()
    const iterator = made[Symbol.asyncIterator]()
    const reads = [iterator.next(), iterator.next(), iterator.next()]
    made.push(bytes('a'))
    made.push(bytes('b'))
    made.finish()
    expect(await Promise.all(reads)).toEqual([
      { done: false, value: bytes('a') },
      { done: false, value: bytes('b') },
      { done: true, value: undefined },
    ])
  })

  it('decodes characters that are split between chunks', async () => {
    const { body: made } = body()
    const euro = bytes('€')
    for (const byte of euro) made.push(Buffer.from([byte]))
    made.finish()

    expect(await made.text()).toBe('€')
  })

  it('is empty without chunks', async () => {
    const { body: made } = body()
    made.finish()

    expect(await made.text()).toBe('')
  })

  it('signals backpressure when full, and resume when read', async () => {
    const { body: made, calls } = body()
    const chunk = Buffer.alloc(64 * 1024)

    expect(made.push(chunk)).toBe(true)
    expect(made.push(chunk)).toBe(false)
    const iterator = made[Symbol.asyncIterator]()
    await iterator.next()
    expect(calls).toEqual(['resume'])
  })

  it('take() returns buffered chunks synchronously', () => {
    const { body: made, calls } = body()
    expect(made.take()).toBeUndefined()
    const chunks = [Buffer.alloc(64 * 1024), Buffer.alloc(64 * 1024), bytes('a')]
    for (const chunk of chunks) made.push(chunk)

    expect([made.take(), made.take(), made.take(), made.take()]).toEqual([...chunks, undefined])
    expect(calls).toEqual(['resume'])
  })

  it('yields the buffered chunks before the connection error', async () => {
    const { body: made } = body()
    made.push(bytes('a'))
    made.finish({ error: new Error('lost') })
    const iterator = made[Symbol.asyncIterator]()

    expect(await iterator.next()).toEqual({ done: false, value: bytes('a') })
    await expect(iterator.next()).rejects.toThrow('lost')
  })

  it('yields nothing after an abort', async () => {
    const { body: made } = body()
    const iterator = made[Symbol.asyncIterator]()
    const next = iterator.next()
    made.abort(new Error('gone'))
    await expect(next).rejects.toThrow('gone')
    made.push(bytes('late'))

    await expect(iterator.next()).rejects.toThrow('gone')
  })

  it('notifies its exchange when the reader stops early', async () => {
    const { body: made, calls } = body()
    made.push(bytes('a'))
    made.push(bytes('b'))
    for await (const _ of made) break

    expect(calls).toContain('leave')
  })

  it('fails with KW_CLIENT_BODY_USED when read twice', async () => {
    const { body: made } = body()
    made.finish()
    await made.text()

    expect(await failureOf(made.text())).toMatchObject({ code: 'KW_CLIENT_BODY_USED' })
  })

  it('fails with KW_CLIENT_RESPONSE_TOO_LARGE above the maximum string length', async () => {
    expect(await failureOf(() => assertTextLength(constants.MAX_STRING_LENGTH + 1))).toMatchObject({
      code: 'KW_CLIENT_RESPONSE_TOO_LARGE',
    })
    assertTextLength(constants.MAX_STRING_LENGTH)
  })
})
