import { describe, expect, it } from 'vitest'
import { pendingTasks, track } from './tasks.ts'

const names = () => pendingTasks().map(({ name }) => name)

describe('track', () => {
  it('lists a task by name until it settles, oldest first', async () => {
    const settle: (() => void)[] = []
    const first = track('first', new Promise<void>((resolve) => settle.push(resolve)))
    const second = track('second', new Promise<void>((resolve) => settle.push(resolve)))
    expect(names()).toEqual(['first', 'second'])
    settle[0]!()
    await first
    expect(names()).toEqual(['second'])
    settle[1]!()
    await second
    expect(names()).toEqual([])
  })

  it('records the stack trace of the caller', async () => {
    const work = track('work', Promise.resolve())
    expect(pendingTasks()[0]!.origin).toMatch(/^ +at .*tasks\.test\.ts/)
    await work
  })

  it('returns the same object for a task while it runs', async () => {
    const work = track('work', Promise.resolve())
    expect(pendingTasks()[0]).toBe(pendingTasks()[0])
    await work
  })

  it('settles like the given promise', async () => {
    const boom = new Error('boom')
    await expect(track('fine', Promise.resolve(7))).resolves.toBe(7)
    await expect(track('broken', Promise.reject(boom))).rejects.toBe(boom)
    expect(names()).toEqual([])
  })

  it('does not suppress an unhandled rejection', async () => {
    const seen: unknown[] = []
    const others = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (reason) => void seen.push(reason))
    void track('forgotten', Promise.reject(new Error('boom')))
    await new Promise((resolve) => setImmediate(resolve))
    process.removeAllListeners('unhandledRejection')
    for (const listener of others) process.on('unhandledRejection', listener)
    expect(seen).toEqual([new Error('boom')])
  })
})
