import type { Controller } from '@kubewright/controller'
import type { RunningController } from '@kubewright/controller/host'
import { nextTurn } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { Workforce } from './workforce.ts'

function controller(name: string): Controller {
  return { name } as Controller
}

/** Controllers that record their calls. */
function workforce() {
  const heard: string[] = []
  const fails = new Map<string, Error>()
  const create = ({ name }: Controller) =>
    ({
      name,
      async start(signal: AbortSignal) {
        heard.push(`${name} starts`)
        if (name === 'slow') await new Promise((_, reject) => signal.addEventListener('abort', reject))
      },
      async work(stop: AbortSignal) {
        heard.push(`${name} works`)
        if (fails.has(name)) throw fails.get(name)
        if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve))
        heard.push(`${name} ends`)
      },
      [Symbol.asyncDispose]: async () => void heard.push(`${name} is gone`),
    }) as unknown as RunningController
  return { heard, fails, all: new Workforce({ create, gone: (name) => heard.push(`${name} is forgotten`) }) }
}

const always = new AbortController().signal

describe('Workforce, the controllers of a manager', () => {
  it('starts controllers whose caches are synced, and others as soon as they are', async () => {
    const { all, heard } = workforce()
    for (const name of ['a', 'b']) all.add(controller(name))
    await all.warm('a', always)
    const stop = new AbortController()
    const working = all.work(stop.signal, always)
    expect(all.states).toEqual([
      { name: 'a', isWarm: true, isWorking: true },
      { name: 'b', isWarm: false, isWorking: false },
    ])
    await all.warm('b', always)
    stop.abort()
    await working
    expect(heard).toEqual(['a starts', 'a works', 'b starts', 'b works', 'a ends', 'b ends'])
    expect(all.states.map(({ isWorking }) => isWorking)).toEqual([false, false])
  })

  it('starts controllers again in the next leadership term', async () => {
    const { all, heard } = workforce()
    all.add(controller('a'))
    await all.warm('a', always)
    for (const _ of [1, 2]) {
      const stop = new AbortController()
      const working = all.work(stop.signal, always)
      stop.abort()
      await working
    }
    expect(heard).toEqual(['a starts', 'a works', 'a ends', 'a works', 'a ends'])
  })

  it('removes a controller while the others run', async () => {
    const { all, heard } = workforce()
    for (const name of ['a', 'b']) {
      all.add(controller(name))
      await all.warm(name, always)
    }
    const stop = new AbortController()
    const working = all.work(stop.signal, always)
    await all.remove('a')
    expect(heard.slice(-3)).toEqual(['a ends', 'a is gone', 'a is forgotten'])
    expect(all.states.map(({ name }) => name)).toEqual(['b'])
    stop.abort()
    await working
  })

  it('removes a controller that is still syncing, and starts each only once', async () => {
    const { all, heard } = workforce()
    all.add(controller('slow'))
    const warming = [all.warm('slow', always), all.warm('slow', always)]
    await all.remove('slow')
    await Promise.all(warming)
    expect(heard).toEqual(['slow starts', 'slow is gone', 'slow is forgotten'])
  })

  it('fails as soon as a controller fails', async () => {
    const { all, fails } = workforce()
    all.add(controller('a'))
    await all.warm('a', always)
    fails.set('a', new Error('broken'))
    const working = all.work(always, always)
    await expect(working).rejects.toThrow('broken')
    await nextTurn()
  })
})
