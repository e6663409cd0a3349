import { describe, expect, it } from 'vitest'
import { ok, poolOf, Sender, settled, time, turn } from '../testing/fake-pool.ts'

describe('a connection that was used before', () => {
  it('does not send on a connection that was idle for too long, although its timer is late', async () => {
    const { sockets, send } = poolOf()
    send('/1')
    await turn()
    sockets[0]!.answer(ok(''))
    await settled()
    time.nowMs += 60_001 // as after a suspension
    const second = send('/2', 'POST')
    await turn()
    expect(sockets[0]!.destroyed).toBe(true)
    expect([second.events, sockets.length]).toEqual([['start'], 2])
  })

  it('does not send on a connection whose end arrived while the process was busy', async () => {
    const { sockets, send } = poolOf()
    send('/1')
    send('/2')
    await turn()
    for (const socket of sockets) socket.answer(ok(''))
    await settled()
    time.nowMs += 1_000
    for (const socket of sockets) socket.hangUp()
    const third = send('/3', 'POST') // before the end is noticed
    await settled()
    expect(sockets.map(({ written }) => written.includes('/3'))).toEqual([false, false, true])
    expect(third.events).toEqual(['start'])
  })

  it('does not send on a connection whose end arrives while the process is busy with the response', async () => {
    const { sockets, send } = poolOf(1)
    const first = send('/1')
    await turn()
    const end = first.onResponseEnd.bind(first)
    let second: Sender | undefined
    first.onResponseEnd = () => {
      end()
      queueMicrotask(() => {
        time.nowMs += 1_000 // as decoding a long list takes
        second = send('/2', 'POST')
        setImmediate(() => sockets[0]!.hangUp()) // Node reads it after the first immediate
      })
    }
    sockets[0]!.answer(ok(''))
    await settled()
    await settled()
    expect(sockets.map(({ written }) => written.includes('/2'))).toEqual([false, true])
    expect(second!.events).toEqual(['start'])
  })

  it('counts the time that the process is busy with the response as idle time', async () => {
    const { sockets, send } = poolOf(1)
    const first = send('/1')
    await turn()
    const end = first.onResponseEnd.bind(first)
    first.onResponseEnd = () => {
      end()
      queueMicrotask(() => (time.nowMs += 5_000)) // or the machine is suspended
    }
    sockets[0]!.answer(ok('', 'keep-alive: timeout=3\r\n'))
    await settled()
    expect(sockets[0]!.destroyed).toBe(true)
  })

  it('settles a connection for three turns at most while every turn is long', async () => {
    const { sockets, send } = poolOf(1)
    for (const path of ['/1', '/2']) send(path)
    await turn()
    sockets[0]!.answer(ok(''))
    for (let turns = 0; turns < 4; turns++) {
      time.nowMs += 100
      await turn()
    }
    expect(sockets[0]!.written).toContain('GET /2 ')
  })

  it('sends on connections that were free for a while, in order, and opens no others', async () => {
    const { sockets, send } = poolOf(3)
    for (const path of ['/1', '/2', '/3']) send(path)
    await turn()
    for (const socket of sockets) socket.answer(ok('', 'keep-alive: timeout=12\r\n'))
    await settled()
    time.nowMs += 9_000
    const senders = ['/4', '/5'].map((path) => send(path))
    await settled()
    expect(senders.map(({ events }) => events)).toEqual([['start'], ['start']])
    expect(sockets.map(({ written }) => /GET \/[45]/.exec(written)?.[0])).toEqual([undefined, 'GET /5', 'GET /4'])
  })

  it('does not prolong the idle time of a connection whose request is withdrawn meanwhile', async () => {
    const { pool, sockets, send } = poolOf(1)
    send('/1')
    await turn()
    sockets[0]!.answer(ok('', 'keep-alive: timeout=12\r\n'))
    await settled()
    time.nowMs += 9_000
    pool.send({ method: 'GET', path: '/2', headers: [] }, new Sender())()
    await settled()
    expect([sockets[0]!.destroyed, sockets[0]!.timeoutMs]).toEqual([false, 1_000])
  })

  it('does not prolong the idle time of a connection whose request is refused in the last moment', async () => {
    const { sockets, send } = poolOf(1)
    send('/1')
    await turn()
    sockets[0]!.answer(ok('', 'keep-alive: timeout=12\r\n'))
    await settled()
    time.nowMs += 9_000
    send('/2').isWanted = false
    await settled()
    expect([sockets[0]!.written.includes('/2'), sockets[0]!.timeoutMs]).toEqual([false, 1_000])
  })

  it('closes all free connections when one that had worked fails without a response', async () => {
    const { sockets, send } = poolOf()
    const senders = ['/1', '/2', '/3'].map((path) => send(path))
    await turn()
    for (const socket of sockets) socket.answer(ok(''))
    await settled()
    expect(senders.map(({ events }) => events.at(-1))).toEqual(['end', 'end', 'end'])
    const fourth = send('/4')
    await turn()
    sockets[2]!.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    await turn()
    expect(fourth.events).toEqual(['start', 'error ECONNRESET'])
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, true])
  })

  it('closes connections that settle, too, when one that had worked fails without a response', async () => {
    const { sockets, send } = poolOf(2)
    const [, second] = ['/1', '/2'].map((path) => send(path))
    await turn()
    for (const socket of sockets) socket.answer(ok(''))
    await settled()
    const third = send('/3')
    await turn()
    time.nowMs += 1_000
    const fourth = send('/4') // its connection settles
    sockets[1]!.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    await settled()
    expect([second!.events.at(-1), third.events, fourth.events]).toEqual([
      'end',
      ['start', 'error ECONNRESET'],
      ['start'],
    ])
    expect(sockets.map(({ destroyed, written }) => [destroyed, written.includes('/4')])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ])
  })

  /** Two connections, of which one is free while a request on the other one is aborted. */
  const destroyedByAbort = async (afterMs: number) => {
    const { sockets, send } = poolOf(2)
    for (const path of ['/1', '/2']) send(path)
    await turn()
    for (const socket of sockets) socket.answer(ok(''))
    await settled()
    const third = send('/3')
    await turn()
    time.nowMs += afterMs
    third.controller!.abort()
    await settled()
    return sockets.map((socket) => socket.destroyed)
  }

  it('keeps free connections when a request is aborted soon', async () => {
    expect(await destroyedByAbort(10)).toEqual([false, true])
  })

  it('closes free connections when a request is aborted after a second without a response, as renewals of a lease may be', async () => {
    expect(await destroyedByAbort(999)).toEqual([false, true])
    expect(await destroyedByAbort(1_000)).toEqual([true, true])
  })

  it('gives a connection without any request less time than the head of a request may take', async () => {
    const { pool, sockets, send } = poolOf(1)
    const withdrawn = pool.send({ method: 'GET', path: '/1', headers: [] }, new Sender())
    withdrawn()
    await settled()
    expect(sockets[0]!.timeoutMs).toBe(25_000)
    const first = send('/2', 'POST')
    await settled()
    sockets[0]!.answer('HTTP/1.1 408 Request Time-out\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
    await turn()
    expect(first.events).toEqual(['start', 'error HTTP_CLOSED_EARLY'])
  })

  it('takes a 408 that closes a reused connection for its end, not for a response', async () => {
    const { sockets, send } = poolOf()
    const late = 'HTTP/1.1 408 Request Time-out\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
    const first = send('/1')
    await turn()
    sockets[0]!.answer(ok(''))
    await settled()
    const second = send('/2', 'POST')
    await turn()
    sockets[0]!.answer(late)
    await turn()
    const third = send('/3')
    await turn()
    sockets[1]!.answer(late) // the first request of a connection: the server means it
    await turn()
    expect([first, second, third].map(({ events }) => events)).toEqual([
      ['start', '200', 'end'],
      ['start', 'error HTTP_CLOSED_EARLY'],
      ['start', '408', 'end'],
    ])
  })
})
