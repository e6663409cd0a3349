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
  // Node tells of a handle while it makes it. Whoever asks it anything then reads memory that is nobody's.
  it.each([
    { kind: 'socket', use: useSocket },
    { kind: 'file', use: useFile },
  ])('asks nothing of a $kind that is still being made, however many there are', async ({ kind, use }) => {
    const watch = watchResources()
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 250 }, use))
    expect(watch.open().filter((leak) => leak.kind === kind)).toEqual([])
    watch.end()
  })
})
