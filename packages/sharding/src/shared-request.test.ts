import { describe, expect, it } from 'vitest'
import { SharedRequest } from './shared-request.ts'

/** A request whose responses the test controls. */
function startAsking() {
  const open: ((answer: string | Error) => void)[] = []
  const question = () =>
    new Promise<string>((resolve, reject) => {
      open.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
    })
  return { fresh: new SharedRequest(question), open }
}

describe('a shared request', () => {
  it('is sent once more for all callers that arrive while one is in flight', async () => {
    const { fresh, open } = startAsking()
    const [first, ...others] = [fresh.ask(), fresh.ask(), fresh.ask()]
    expect(open).toHaveLength(1)
    open[0]!('one')
    expect(await first).toBe('one')
    expect(open).toHaveLength(2)
    open[1]!('two')
    expect(await Promise.all(others)).toEqual(['two', 'two'])
    expect(open).toHaveLength(2)
  })

  it('is sent again for waiting callers even if the one before failed', async () => {
    const { fresh, open } = startAsking()
    const [first, second] = [fresh.ask(), fresh.ask()]
    open[0]!(new Error('no answer'))
    await expect(first).rejects.toThrow('no answer')
    open[1]!('two')
    expect(await second).toBe('two')
  })

  it('never serves a caller that arrived after the request was sent', async () => {
    const { fresh, open } = startAsking()
    const one = fresh.ask()
    const two = fresh.ask()
    open[0]!('one')
    await one
    const three = fresh.ask()
    open[1]!('two')
    expect(await two).toBe('two')
    await Promise.resolve()
    open[2]!('three')
    expect(await three).toBe('three')
  })
})
