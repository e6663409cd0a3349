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
  it('hands out chunks in order, without copying them', async () => {
    const { body: made } = body()
    const chunks = ['a', 'b', 'c'].map(bytes)
    for (const chunk of chunks) made.push(chunk)
    made.finish()
    const read: Uint8Array[] = []
    for await (const chunk of made) read.push(chunk)

    expect(read).toEqual(chunks)
    expect(read.every((chunk, index) => chunk === chunks[index])).toBe(true)
  })

  it('hands a chunk to a reader who waits for it', async () => {
    const { body: made } = body()
    const iterator = made[Symbol.asyncIterator]()
    const next = iterator.next()

    expect(made.push(bytes('a'))).toBe(true)
    expect(await next).toEqual({ done: false, value: bytes('a') })
    const end = iterator.next()
    made.finish()
    expect(await end).toEqual({ done: true, value: undefined })
  })

  it('joins characters that were cut between two chunks', async () => {
    const { body: made } = body()
    const euro = bytes('€')
    for (const byte of euro) made.push(Buffer.from([byte]))
    made.finish()

    expect(await made.text()).toBe('€')
  })

  it('is empty if nothing came', async () => {
    const { body: made } = body()
    made.finish()

    expect(await made.text()).toBe('')
  })

  it('says when it is full, and when there is room again', async () => {
    const { body: made, calls } = body()
    const chunk = Buffer.alloc(64 * 1024)

    expect(made.push(chunk)).toBe(true)
    expect(made.push(chunk)).toBe(false)
    const iterator = made[Symbol.asyncIterator]()
    await iterator.next()
    expect(calls).toEqual(['resume'])
  })

  it('hands out at once what has come already', () => {
    const { body: made, calls } = body()
    expect(made.take()).toBeUndefined()
    const chunks = [Buffer.alloc(64 * 1024), Buffer.alloc(64 * 1024), bytes('a')]
    for (const chunk of chunks) made.push(chunk)

    expect([made.take(), made.take(), made.take(), made.take()]).toEqual([...chunks, undefined])
    expect(calls).toEqual(['resume'])
  })

  it('hands out what had come before the connection was lost, then the loss', async () => {
    const { body: made } = body()
    made.push(bytes('a'))
    made.finish({ error: new Error('lost') })
    const iterator = made[Symbol.asyncIterator]()

    expect(await iterator.next()).toEqual({ done: false, value: bytes('a') })
    await expect(iterator.next()).rejects.toThrow('lost')
  })

  it('hands out nothing after an abort', async () => {
    const { body: made } = body()
    const iterator = made[Symbol.asyncIterator]()
    const next = iterator.next()
    made.abort(new Error('gone'))
    await expect(next).rejects.toThrow('gone')
    made.push(bytes('late'))

    await expect(iterator.next()).rejects.toThrow('gone')
  })

  it('tells its exchange when the reader leaves early', async () => {
    const { body: made, calls } = body()
    made.push(bytes('a'))
    made.push(bytes('b'))
    for await (const _ of made) break

    expect(calls).toContain('leave')
  })

  it('can be read once', async () => {
    const { body: made } = body()
    made.finish()
    await made.text()

    expect(await failureOf(made.text())).toMatchObject({ code: 'KW_CLIENT_BODY_USED' })
  })

  it('refuses to be a text that is too long for one', async () => {
    expect(await failureOf(() => assertTextLength(constants.MAX_STRING_LENGTH + 1))).toMatchObject({
      code: 'KW_CLIENT_RESPONSE_TOO_LARGE',
    })
    assertTextLength(constants.MAX_STRING_LENGTH)
  })
})
