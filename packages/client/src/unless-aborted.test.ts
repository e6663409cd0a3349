import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { unlessAborted } from './unless-aborted.ts'

const stop = new Error('stop')
const never = new Promise<never>(() => {})

describe('unlessAborted', () => {
  it('gives what the work gives, and lets go of the signal', async () => {
    const { signal } = new AbortController()
    expect(await unlessAborted(Promise.resolve('done'), signal)).toBe('done')
    await expect(unlessAborted(Promise.reject(stop), signal)).rejects.toBe(stop)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('waits for as long as it takes without a signal', async () => {
    expect(await unlessAborted(Promise.resolve('done'), undefined)).toBe('done')
  })

  it('rejects with the reason of the signal, now or later', async () => {
    const controller = new AbortController()
    const waiting = unlessAborted(never, controller.signal)
    controller.abort(stop)
    await expect(waiting).rejects.toBe(stop)
    await expect(unlessAborted(never, controller.signal)).rejects.toBe(stop)
  })

  it('takes no notice of work that fails after everybody left', async () => {
    let fail = (_: Error) => {}
    const work = new Promise<never>((_, reject) => (fail = reject))
    await expect(unlessAborted(work, AbortSignal.abort(stop))).rejects.toBe(stop)
    fail(new Error('too late'))
    await expect(work).rejects.toThrow('too late')
  })
})
