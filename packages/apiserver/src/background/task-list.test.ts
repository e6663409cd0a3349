import { describe, expect, it } from 'vitest'
import { TaskList } from './task-list.ts'

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

function listing() {
  const log: string[] = []
  const tasks = new TaskList(async (key) => {
    log.push(`${key} begins`)
    await Promise.resolve()
    log.push(`${key} ends`)
  })
  return { log, tasks }
}

describe('TaskList', () => {
  it('starts asynchronously after a key was added', async () => {
    const { log, tasks } = listing()
    tasks.add('a')
    expect(log).toEqual([])
    await someTurns()
    expect(log).toEqual(['a begins', 'a ends'])
  })

  it('processes one key at a time and deduplicates pending keys', async () => {
    const { log, tasks } = listing()
    for (const key of ['a', 'b', 'a']) tasks.add(key)
    await someTurns()
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('reprocesses a key that was added while it was processed', async () => {
    const log: string[] = []
    const tasks: TaskList = new TaskList(async (key) => {
      log.push(key)
      if (log.length === 1) tasks.add(key)
    })
    tasks.add('a')
    await someTurns()
    expect(log).toEqual(['a', 'a'])
  })

  it('finishes the running task on dispose and starts no other', async () => {
    const { log, tasks } = listing()
    tasks.add('a')
    tasks.add('b')
    await Promise.resolve()
    await tasks[Symbol.asyncDispose]()
    tasks.add('c')
    await someTurns()
    expect(log).toEqual(['a begins', 'a ends'])
  })
})
