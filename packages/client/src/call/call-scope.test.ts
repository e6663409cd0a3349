import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { CallScope } from './call-scope.ts'

function setup(parent?: AbortSignal) {
  const clock = new VirtualClock()
  const open = new Set<CallScope>()
  const onTimeout = () => new Error('too late')
  const onClose = () => new Error('closed')
  return { clock, open, scope: new CallScope(open, { clock, parent, timeoutMs: 1_000, onTimeout, onClose }) }
}

describe('CallScope', () => {
  it('is aborted when its timeout elapses', async () => {
    const { clock, open, scope } = setup()
    await clock.advance(999)
    expect(scope.aborted).toBe(false)
    await clock.advance(1)
    expect(scope.aborted).toBe(true)
    expect(scope.reason).toEqual(new Error('too late'))
    expect(open.size).toBe(0)
  })

  it('is aborted once, with the reason of whichever of signal, timeout and close comes first', () => {
    const controller = new AbortController()
    const { clock, scope } = setup(controller.signal)
    const heard: unknown[] = []
    scope.onAbort(() => heard.push(scope.reason))
    controller.abort('first')
    scope.close()
    scope.abort('third')
    expect(heard).toEqual(['first'])
    expect(clock.pending).toEqual([])
  })

  it('exposes a signal with the same state and reason, whether read before or after the abort', () => {
    const { scope } = setup()
    const early = scope.signal
    expect(early.aborted).toBe(false)
    scope.close()
    expect([early.reason, scope.signal]).toEqual([new Error('closed'), early])

    const late = setup(AbortSignal.abort('gone')).scope
    expect([late.aborted, late.signal.aborted, late.signal.reason]).toEqual([true, true, 'gone'])
  })

  it('calls every abort listener that is not disposed, and one that was added twice twice', () => {
    const { scope } = setup()
    const heard: string[] = []
    const twice = () => heard.push('twice')
    scope.onAbort(twice)
    const left = scope.onAbort(() => heard.push('left'))
    const once = scope.onAbort(twice)
    left[Symbol.dispose]()
    once[Symbol.dispose]()
    scope.onAbort(twice)
    scope.close()
    expect(heard).toEqual(['twice', 'twice'])
  })

  it('releases its timer and listeners on dispose and calls no listener afterwards', async () => {
    const controller = new AbortController()
    const { clock, open, scope } = setup(controller.signal)
    scope.onAbort(() => expect.unreachable())
    scope[Symbol.dispose]()
    controller.abort()
    await clock.advance('1h')
    expect([scope.aborted, open.size, clock.pending]).toEqual([false, 0, []])
  })
})
