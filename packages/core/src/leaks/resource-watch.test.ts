import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { watchResources } from './resource-watch.ts'

async function useSocket(): Promise<void> {
  const socket = new Socket().on('error', () => {}).connect(1, '127.0.0.1')
  const closed = once(socket, 'close')
  socket.destroy()
  await closed
}

async function useFile(): Promise<void> {
  const file = await open(process.execPath)
  await file.close()
}

describe('watchResources', () => {
  // Node announces a handle during its construction. Reading its properties then accesses uninitialized memory.
  it.each([
    { kind: 'socket', use: useSocket },
    { kind: 'file', use: useFile },
  ])('does not touch a $kind handle that Node is still constructing, under load', async ({ kind, use }) => {
    const watch = watchResources()
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 250 }, use))
    expect(watch.open().filter((leak) => leak.kind === kind)).toEqual([])
    watch.end()
  })
})
