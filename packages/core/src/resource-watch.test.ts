import { once } from 'node:events'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { watchResources } from './resource-watch.ts'

describe('watchResources', () => {
  // Node tells of a handle while it makes it. Whoever asks it anything then reads memory that is nobody's.
  it('asks nothing of a handle that is still being made, however many there are', async () => {
    const watch = watchResources()
    for (let round = 0; round < 20; round++) {
      const sockets = Array.from({ length: 250 }, () => new Socket().on('error', () => {}).connect(1, '127.0.0.1'))
      const closed = sockets.map((socket) => once(socket, 'close'))
      for (const socket of sockets) socket.destroy()
      await Promise.all(closed)
    }
    expect(watch.open().filter(({ kind }) => kind === 'socket')).toEqual([])
    watch.end()
  })
})
