import { describe, expect, it } from 'vitest'
import { Store } from '../storage/store.ts'
import { inTurn } from './turns.ts'

describe('inTurn', () => {
  const collection = new Store().collection('things')

  it('serializes work on one object in arrival order', async () => {
    const log: string[] = []
    const work = (name: string) => async () => {
      log.push(`${name} begins`)
      await Promise.resolve()
      log.push(`${name} ends`)
    }
    await Promise.all(['one', 'two', 'three'].map((name) => inTurn(collection, 'a', work(name))))
    expect(log).toEqual(['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  })

  it('continues after a failure, and rejects only the failed work', async () => {
    const results = await Promise.allSettled([
      inTurn(collection, 'a', () => Promise.reject(new Error('lost'))),
      inTurn(collection, 'a', async () => 'done'),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  it('does not serialize work on different objects', async () => {
    let finish = () => undefined as void
    const slow = inTurn(collection, 'a', () => new Promise<void>((resolve) => (finish = resolve)))
    expect(await inTurn(collection, 'b', async () => 'done')).toBe('done')
    finish()
    await slow
  })
})
