import { describe, expect, it } from 'vitest'
import { callOf, testWorld } from './testing/test-world.ts'

describe('CallQueue', () => {
  it('performs a call when its action is performed', async () => {
    const { calls, actions, actor } = testWorld()
    const answer = calls.enqueue(actor('operator 1'), callOf('create secrets default/a'))
    const [action] = actions.possible()
    expect(action).toMatchObject({ id: 'operator 1 create secrets default/a', call: { writes: true } })
    await action?.perform()
    expect(await answer).toBe('create secrets default/a')
  })

  it('removes a call that its caller has given up on', async () => {
    const { calls, actions, actor } = testWorld()
    const stop = new AbortController()
    const answer = calls.enqueue(actor('operator 1'), callOf('list secrets'), stop.signal)
    stop.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
    expect(actions.all).toEqual([])
    await expect(calls.enqueue(actor('operator 1'), callOf('list secrets'), stop.signal)).rejects.toThrow('enough')
  })

  it('rejects pending calls, and those of a fenced actor, when the run is over', async () => {
    const { calls, actor } = testWorld()
    const [alive, fenced] = [actor('operator 1'), actor('operator 2')]
    fenced.isFenced = true
    const answers = [alive, fenced].map((one) => calls.enqueue(one, callOf('list secrets')))
    for (const one of [alive, fenced]) one.end()
    const settled = await Promise.allSettled(answers)
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('puts an urgent call first', () => {
    const { calls, actions, actor } = testWorld()
    const operator = actor('operator 1')
    void calls.enqueue(operator, callOf('list secrets'))
    void calls.enqueue(operator, callOf('takes the next of sites', { isFirst: true }))
    expect(actions.possible().map(({ id }) => id)).toEqual([
      'operator 1 takes the next of sites',
      'operator 1 list secrets',
    ])
  })
})
