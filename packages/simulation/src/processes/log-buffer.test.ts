import { describe, expect, it } from 'vitest'
import { LogBuffer } from './log-buffer.ts'
import { readLog } from './pod-logs.ts'

const ref = { namespace: 'default', name: 'web', container: 'web' }

async function all(log: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of log) text += part
  return text
}

describe('a container log', () => {
  it('consists of whole lines of both streams', () => {
    const log = new LogBuffer(1_000, () => 0)
    log.write('stdout', 'one\ntw')
    log.write('stderr', 'oops\n')
    log.write('stdout', 'o\nrest')
    expect(log.read().map(({ text }) => text)).toEqual(['one', 'oops', 'two'])
    log.end()
    expect(log.read({ tailLines: 2 }).map(({ text }) => text)).toEqual(['two', 'rest'])
    expect(log.read({ tailLines: 0 })).toEqual([])
  })

  it('keeps the latest lines within its limit', () => {
    const log = new LogBuffer(10, () => 0)
    for (let number = 0; number < 100; number++) log.write('stdout', `${number}\n`)
    expect(log.read().map(({ text }) => text)).toEqual(['97', '98', '99'])
  })

  it('splits an endless line', () => {
    const log = new LogBuffer(1_000_000, () => 0)
    for (let part = 0; part < 10; part++) log.write('stdout', 'x'.repeat(20_000))
    log.end()
    expect(log.read().map(({ text }) => text.length)).toEqual([80_000, 80_000, 40_000])
  })

  it('can be followed until it ends, or until the reader aborts', async () => {
    const log = new LogBuffer(1_000, () => 0)
    log.write('stdout', 'one\n')
    const followed = all(readLog(log, { ...ref, follow: true }))
    const stop = new AbortController()
    const left = all(readLog(log, { ...ref, follow: true, tailLines: 0, signal: stop.signal }))
    await Promise.resolve()
    log.write('stdout', 'two\n')
    await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    expect(await left).toBe('two\n')
    log.write('stdout', 'three\n')
    log.end()
    expect(await followed).toBe('one\ntwo\nthree\n')
  })

  it('is truncated at limitBytes', async () => {
    const log = new LogBuffer(1_000, () => 0)
    log.write('stdout', 'one\ntwo\n')
    expect(await all(readLog(log, { ...ref, limitBytes: 5 }))).toBe('one\nt')
  })
})
