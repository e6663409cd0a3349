import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { onAbort } from './abort-listener.ts'

describe('onAbort', () => {
  it('adds one event listener to a signal for any number of callbacks', () => {
    const controller = new AbortController()
    const heard: number[] = []
    const waits = Array.from({ length: 100 }, (_, index) => onAbort(controller.signal, () => heard.push(index)))

    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
    waits[1]?.[Symbol.dispose]()
    controller.abort()
    expect(heard).toEqual([0, ...Array.from({ length: 98 }, (_, index) => index + 2)])
    for (const wait of waits) wait[Symbol.dispose]()
  })

  it('removes its event listener with the last callback', () => {
    const { signal } = new AbortController()
    const [one, other] = [onAbort(signal, () => {}), onAbort(signal, () => {})]
    one[Symbol.dispose]()
    one[Symbol.dispose]()
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    other[Symbol.dispose]()

    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    using _ = onAbort(signal, () => {})
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  })

  it('calls a function once for each registration that is not disposed', () => {
    const controller = new AbortController()
    let calls = 0
    const run = () => calls++
    const first = onAbort(controller.signal, run)
    onAbort(controller.signal, run)
    first[Symbol.dispose]()
    controller.abort()

    expect(calls).toBe(1)
  })

  it('lets a callback dispose others during the abort', () => {
    const controller = new AbortController()
    const heard: string[] = []
    onAbort(controller.signal, () => {
      heard.push('first')
      second[Symbol.dispose]()
    })
    const second = onAbort(controller.signal, () => heard.push('second'))
    controller.abort()

    expect(heard).toEqual(['first'])
  })

  it('calls the remaining callbacks when one throws', () => {
    let abort = () => {}
    const signal = { addEventListener: (_: string, listener: () => void) => (abort = listener) }
    const heard: string[] = []
    onAbort(signal as unknown as AbortSignal, () => {
      throw new Error('boom')
    })
    onAbort(signal as unknown as AbortSignal, () => heard.push('second'))

    expect(() => abort()).toThrow('boom')
    expect(heard).toEqual(['second'])
  })
})
