import { describe, expect, it } from 'vitest'
import { disposeAll } from './dispose-all.ts'

/** Disposables that record when they end; those whose names begin with `bad` throw. */
function thingsCalled(names: readonly string[]) {
  const ended: string[] = []
  const things = names.map((name) => ({
    async [Symbol.asyncDispose]() {
      ended.push(name)
      if (name.startsWith('bad')) throw new Error(name)
    },
  }))
  return { ended, things }
}

describe('disposeAll', () => {
  it('disposes in reverse order', async () => {
    const { ended, things } = thingsCalled(['server', 'client'])
    await disposeAll(things)
    expect(ended).toEqual(['client', 'server'])
  })

  it('disposes the others when one throws, and rethrows', async () => {
    const { ended, things } = thingsCalled(['server', 'bad client', 'client'])
    await expect(disposeAll(things)).rejects.toThrow('bad client')
    expect(ended).toEqual(['client', 'bad client', 'server'])
  })

  it('reports every error', async () => {
    const { things } = thingsCalled(['bad server', 'bad client'])
    const failure = await disposeAll(things).catch((error: unknown) => error)
    expect((failure as AggregateError).errors).toEqual([new Error('bad client'), new Error('bad server')])
  })
})
