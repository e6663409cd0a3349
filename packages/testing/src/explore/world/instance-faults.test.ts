import { describe, expect, it } from 'vitest'
import { callOf, testWorld, textOf } from './testing/test-world.ts'

describe('InstanceFaults', () => {
  it('fences an instance that crashes, and starts another one', () => {
    const { instances, actions, calls, actor, asked, trace } = testWorld()
    const operator = actor('operator 1')
    void calls.enqueue(operator, callOf('create secrets default/a'))
    instances.crash(operator, 'before it writes')
    expect(operator.isFenced).toBe(true)
    expect(actions.all).toEqual([])
    expect(asked).toEqual(['start'])
    expect(textOf(trace)).toEqual(['operator 1 crashes before it writes'])
  })

  it('lets the call of a suspended instance arrive in the same step, and fences the instance then', async () => {
    const { instances, actor, asked, trace } = testWorld()
    const operator = actor('operator 1')
    instances.suspend(operator, callOf('create secrets default/a'), 'rest')
    expect(operator).toMatchObject({ isPaused: true, isFenced: false })
    await instances.takeLateCall()?.arrive()
    expect(operator).toMatchObject({ isPaused: false, isFenced: true })
    expect(instances.lateCalls).toBe(0)
    expect(asked).toEqual(['start', 'operator changed something'])
    expect(textOf(trace).slice(1)).toEqual([
      '"create secrets default/a" of operator 1 arrives late',
      'create secrets default/a 0: 200',
    ])
  })

  it('keeps a call until the next step of the user', () => {
    const { instances, progress, actor } = testWorld()
    instances.suspend(actor('operator 1'), callOf('create secrets default/a'), 'step')
    expect(instances.takeLateCall()).toBeUndefined()
    progress.nextStep()
    expect(instances.takeLateCall()).toBeDefined()
  })

  it('traces a late call that an external service rejects', async () => {
    const { instances, actor, asked, trace } = testWorld()
    const send = () => Promise.reject(new Error('no'))
    instances.suspend(actor('operator 1'), callOf('dns.ensure', { send }), 'rest')
    await instances.takeLateCall()?.arrive()
    expect(textOf(trace).at(-1)).toBe('dns.ensure 0: failed')
    expect(asked).toEqual(['start'])
  })
})
