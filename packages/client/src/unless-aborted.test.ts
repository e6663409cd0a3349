import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { unlessAborted } from './unless-aborted.ts'

const stop = new Error('stop')
const never = new Promise<never>(() => {})

describe('unlessAborted', () => {
  it('settles like the promise and removes its abort listener', async () => {
    const { signal } = new AbortController()
    expect(await unlessAborted(Promise.resolve('done'), signal)).toBe('done')
    await expect(unlessAborted(Promise.reject(stop), signal)).rejects.toBe(stop)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('awaits the promise without a signal', async () => {
    expect(await unlessAborted(Promise.resolve('done'), undefined)).toBe('done')
  })

  it('rejects with the abort reason, during the wait or at once', async () => {
    const controller = new AbortController()
    const waiting = unlessAborted(never, controller.signal)
    controller.abort(stop)
    await expect(waiting).rejects.toBe(stop)
    await expect(unlessAborted(never, controller.signal)).rejects.toBe(stop)
  })

  it('causes no unhandled rejection when the promise fails after the abort', async () => {
    let fail = (_: Error) => {}
    const work = new Promise<never>((_, reject) => (fail = reject))
    await expect(unlessAborted(work, AbortSignal.abort(stop))).rejects.toBe(stop)
    fail(new Error('too late'))
    await expect(work).rejects.toThrow('too late')
  })
})
