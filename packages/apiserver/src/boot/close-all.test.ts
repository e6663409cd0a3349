import { describe, expect, it } from 'vitest'
import { closeAll } from './close-all.ts'

describe('closeAll', () => {
  it('closes in reverse order, each once', async () => {
    const closed: string[] = []
    const opened = [
      { [Symbol.asyncDispose]: async () => void closed.push('store') },
      { [Symbol.dispose]: () => void closed.push('audit') },
    ]
    await closeAll(opened)
    await closeAll(opened)
    expect(closed).toEqual(['audit', 'store'])
  })

  it('closes the rest after a failure, and reports all failures', async () => {
    const closed: string[] = []
    const broken = (name: string) => ({
      [Symbol.dispose]: () => {
        throw new Error(name)
      },
    })
    const store = { [Symbol.asyncDispose]: async () => void closed.push('store') }
    await expect(closeAll([store, broken('audit')])).rejects.toThrow('audit')
    const several = await closeAll([store, broken('audit'), broken('auth')]).catch((error: unknown) => error)
    expect((several as AggregateError).errors).toEqual([new Error('auth'), new Error('audit')])
    expect(closed).toEqual(['store', 'store'])
  })
})
