import { describe, expect, it } from 'vitest'
import { pendingTasks, track } from './tasks.ts'

const names = () => pendingTasks().map(({ name }) => name)

describe('track', () => {
  it('knows a task by name until it settles, oldest first', async () => {
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

  it('says who started it', async () => {
    const work = track('work', Promise.resolve())
    expect(pendingTasks()[0]!.origin).toMatch(/^ +at .*tasks\.test\.ts/)
    await work
  })

  it('gives the same object for a task as long as it runs', async () => {
    const work = track('work', Promise.resolve())
    expect(pendingTasks()[0]).toBe(pendingTasks()[0])
    await work
  })

  it('settles as the task does', async () => {
    const boom = new Error('boom')
    await expect(track('fine', Promise.resolve(7))).resolves.toBe(7)
    await expect(track('broken', Promise.reject(boom))).rejects.toBe(boom)
    expect(names()).toEqual([])
  })

  it('does not hide a rejection that nobody handles', async () => {
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
