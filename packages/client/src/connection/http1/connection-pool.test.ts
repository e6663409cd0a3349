import type { Socket } from 'node:net'
import { seededRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import { FakeSocket, ok, poolOf, Sender, settled, turn } from '../testing/fake-pool.ts'
import { ConnectionPool } from './connection-pool.ts'

describe('a pool of connections', () => {
  it('uses one connection for sequential requests', async () => {
    const { sockets, send } = poolOf()
    for (const path of ['/1', '/2', '/3']) {
      const sender = send(path)
      await turn()
      sockets[0]!.answer(ok(path))
      await settled()
      expect(sender.events).toEqual(['start', '200', path, 'end'])
    }
    expect(sockets).toHaveLength(1)
  })

  it('sends waiting requests in order, on whichever connection is free first', async () => {
    const { sockets, send } = poolOf(2)
    const senders = ['/1', '/2', '/3', '/4'].map((path) => send(path))
    await turn()
    expect(sockets).toHaveLength(2)
    sockets[1]!.answer(ok('b'))
    await settled()
    expect(senders.map(({ events }) => events)).toEqual([['start'], ['start', '200', 'b', 'end'], ['start'], []])
    sockets[0]!.answer(ok('a'))
    await settled()
    expect(senders[3]!.events).toEqual(['start'])
    expect(sockets[0]!.written).toContain('GET /4 ')
  })

  it('costs a waiting request one turn of the event loop after a response', async () => {
    const { sockets, send } = poolOf(1)
    for (const path of ['/1', '/2']) send(path)
    await turn()
    sockets[0]!.answer(ok('1'))
    expect(sockets[0]!.writableLength).toBe(0)
    expect(sockets[0]!.written).not.toContain('GET /2 ')
    await turn()
    expect(sockets[0]!.written).toContain('GET /2 ')
  })

  it('skips waiting requests that are no longer wanted', async () => {
    const { sockets, send } = poolOf(1)
    const [first, second, third] = [send('/1'), send('/2'), send('/3')]
    second.isWanted = false
    await turn()
    sockets[0]!.answer(ok('1'))
    await settled()
    expect([first, second, third].map(({ events }) => events.at(0))).toEqual(['start', undefined, 'start'])
    expect(sockets[0]!.written).not.toContain('/2')
  })

  it('fails one request for each connection that cannot be opened, and opens others for the rest', async () => {
    let dials = 0
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const { send, connect } = poolOf(1, () => (++dials < 3 ? Promise.reject(refused) : Promise.resolve(connect())))
    const senders = [send(), send(), send()]
    await turn()
    expect(senders.map(({ events }) => events)).toEqual([['error ECONNREFUSED'], ['error ECONNREFUSED'], ['start']])
  })

  it('refuses an invalid request before it opens a connection', async () => {
    const { sockets, send } = poolOf()
    expect(send('/a b').events).toEqual(['error HTTP_REQUEST_INVALID'])
    await turn()
    expect(sockets).toEqual([])
  })

  it.each([
    { name: 'the server says so', answer: ok('x', 'connection: close\r\n') },
    { name: 'the server announces too short an idle time', answer: ok('x', 'keep-alive: timeout=1\r\n') },
    { name: 'more bytes follow than the response has', answer: `${ok('x')}HTTP/1.1 200 OK\r\n` },
  ])('does not use a connection again if $name', async ({ answer }) => {
    const { sockets, send } = poolOf()
    const first = send('/1')
    await turn()
    sockets[0]!.answer(answer)
    await turn()
    expect(first.events).toEqual(['start', '200', 'x', 'end'])
    expect(sockets[0]!.destroyed).toBe(true)
    const second = send('/2')
    await turn()
    sockets[1]!.answer(ok('y'))
    await settled()
    expect(second.events).toEqual(['start', '200', 'y', 'end'])
  })

  it('does not use a connection again if the server answered before it had read the whole request', async () => {
    const { sockets, send } = poolOf()
    const first = send('/1', 'POST', 'x'.repeat(1_000))
    await turn()
    Object.defineProperty(sockets[0]!, 'writableLength', { value: 1 })
    sockets[0]!.answer(ok('too much'))
    const second = send('/2')
    await settled()
    expect(first.events.at(-1)).toBe('end')
    expect([sockets[0]!.destroyed, sockets[0]!.written.includes('/2')]).toEqual([true, false])
    expect(second.events).toEqual(['start'])
  })

  it('uses a connection again if the end of its write is reported after the response, as with TLS', async () => {
    const { sockets, send } = poolOf()
    const first = send('/1')
    await turn()
    let writableLength = 1
    Object.defineProperty(sockets[0]!, 'writableLength', { get: () => writableLength })
    sockets[0]!.answer(ok('1'))
    setImmediate(() => (writableLength = 0))
    await settled()
    const second = send('/2')
    await settled()
    expect([first.events.at(-1), second.events, sockets.length]).toEqual(['end', ['start'], 1])
  })

  it('closes a free connection on which something arrives, and one that the server closes', async () => {
    const { sockets, send } = poolOf()
    send('/1')
    send('/2')
    await turn()
    for (const socket of sockets) socket.answer(ok(''))
    await settled()
    sockets[0]!.answer(ok('forged'))
    sockets[1]!.hangUp()
    await turn()
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true])
    const third = send('/3')
    await turn()
    sockets[2]!.answer(ok('3'))
    await settled()
    expect(third.events).toEqual(['start', '200', '3', 'end'])
  })

  it('opens another connection for waiting requests when one closes', async () => {
    const { sockets, send } = poolOf(1)
    const [first, second] = [send('/1'), send('/2')]
    await turn()
    sockets[0]!.hangUp()
    await turn()
    await turn()
    expect([first.events, second.events]).toEqual([['start', 'error HTTP_CLOSED_EARLY'], ['start']])
    expect(sockets).toHaveLength(2)
  })

  it('does not send on a connection that is closing', async () => {
    const { sockets, send } = poolOf()
    send('/1')
    await turn()
    sockets[0]!.answer(ok(''))
    await settled()
    sockets[0]!.destroy()
    const second = send('/2') // before the socket reports that it is closed
    await turn()
    expect(sockets[0]!.written).not.toContain('/2')
    expect(second.events).toEqual(['start'])
  })

  it('keeps the process alive, and has no idle time limit, only while a request is in flight', async () => {
    const { sockets, send } = poolOf()
    const state = () => [sockets[0]!.isReferenced, sockets[0]!.timeoutMs]
    send('/1')
    await turn()
    expect(state()).toEqual([true, 0])
    sockets[0]!.answer(ok(''))
    await settled()
    expect(state()).toEqual([false, 60_000])
    send('/2')
    await turn()
    expect(state()).toEqual([true, 0])
    sockets[0]!.answer(ok('', 'keep-alive: timeout=10\r\n'))
    await settled()
    expect(state()).toEqual([false, 8_000])
    sockets[0]!.emit('timeout')
    expect(sockets[0]!.destroyed).toBe(true)
  })

  it('pauses while its reader has no room, and reads on for the next request', async () => {
    const { sockets, send } = poolOf()
    const sender = send()
    sender.hasRoom = false
    await turn()
    sockets[0]!.answer('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\na')
    await turn()
    expect([sender.controller!.isPaused, sockets[0]!.isPaused()]).toEqual([true, true])
    sender.hasRoom = true
    sender.controller!.resume()
    sockets[0]!.answer('b')
    await turn()
    expect(sender.events).toEqual(['start', '200', 'a', 'b', 'end'])
    sender.controller!.pause() // too late: the connection is no longer its own
    expect(sockets[0]!.isPaused()).toBe(false)
  })

  it.each([
    { name: 'unsolicited bytes', more: (socket: FakeSocket) => socket.answer(ok('forged')) },
    { name: 'the end of the connection', more: (socket: FakeSocket) => socket.hangUp() },
  ])('does not reuse a connection on which $name arrived while it was paused', async ({ more }) => {
    const { sockets, send } = poolOf(1)
    const first = send('/1')
    first.hasRoom = false
    await turn()
    sockets[0]!.answer('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\na')
    await turn()
    sockets[0]!.answer('b')
    more(sockets[0]!)
    const second = send('/2', 'POST', '{}')
    first.hasRoom = true
    first.controller!.resume()
    await settled()
    expect(first.events).toEqual(['start', '200', 'a', 'b', 'end'])
    expect(sockets[0]!.written).not.toContain('/2')
    expect([second.events, sockets.length]).toEqual([['start'], 2])
  })

  it('waits for a connection that was paused instead of opening another one', async () => {
    const { sockets, send } = poolOf()
    const first = send('/1')
    first.hasRoom = false
    await turn()
    sockets[0]!.answer('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\na')
    await turn()
    first.controller!.resume()
    sockets[0]!.answer('b')
    const second = send('/2')
    await settled()
    expect(second.events).toEqual(['start'])
    expect(sockets.length).toBeLessThanOrEqual(2)
  })

  it('forgets a withdrawn request with its body, and spends no failed connection on it', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const opening = deferred<Socket>()
    const { pool } = poolOf(1, async () => {
      await opening.promise
      throw refused
    })
    const [withdrawn, live] = [new Sender(), new Sender()]
    const withdraw = pool.send({ method: 'POST', path: '/1', headers: [], body: 'x' }, withdrawn)
    pool.send({ method: 'GET', path: '/2', headers: [] }, live)
    withdraw()
    opening.resolve(undefined as never)
    await turn()
    expect([withdrawn.events, live.events]).toEqual([[], ['error ECONNREFUSED']])
  })

  it.each([
    { name: 'before the response', sent: '', events: ['start', 'error HTTP_CLOSED_EARLY'] },
    { name: 'within the head', sent: 'HTTP/1.1 200', events: ['start', 'error HTTP_CLOSED_EARLY'] },
    {
      name: 'within the body',
      sent: 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab',
      events: ['start', '200', 'ab', 'error HTTP_CLOSED_EARLY'],
    },
    { name: 'where that is its end', sent: 'HTTP/1.1 200 OK\r\n\r\nab', events: ['start', '200', 'ab', 'end'] },
  ])('reports once that the server closes the connection $name', async ({ sent, events }) => {
    const { sockets, send } = poolOf()
    const sender = send()
    await turn()
    if (sent !== '') sockets[0]!.answer(sent)
    sockets[0]!.hangUp()
    await turn()
    expect(sender.events).toEqual(events)
  })

  it('does not call a handler after it aborted, and closes the connection', async () => {
    const { sockets, send } = poolOf()
    const sender = send()
    await turn()
    sockets[0]!.answer('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\na')
    await turn()
    sender.controller!.abort()
    await turn()
    expect(sender.events).toEqual(['start', '200', 'a'])
    expect(sockets[0]!.destroyed).toBe(true)
  })

  it('passes on nothing that follows an invalid part of a response, although it was received', async () => {
    const { sockets, send } = poolOf()
    const sender = send()
    sender.hasRoom = false
    await turn()
    sockets[0]!.answer('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n')
    await turn()
    for (const piece of ['\r\n', '1\r\nb\r\n', '0\r\n\r\n']) sockets[0]!.answer(piece)
    sender.hasRoom = true
    sender.controller!.resume()
    await turn()
    await turn()
    expect(sender.events).toEqual(['start', '200', 'a', 'error HTTP_RESPONSE_INVALID'])
  })

  it('finishes pending requests on a graceful close, and accepts no new ones', async () => {
    const { pool, sockets, send } = poolOf(1)
    const [first, second] = [send('/1'), send('/2')]
    await turn()
    const closed = pool.close()
    expect(send('/3').events).toEqual(['error HTTP_CLOSED_EARLY'])
    sockets[0]!.answer(ok('1'))
    await settled()
    sockets[0]!.answer(ok('2'))
    await closed
    expect([first.events.at(-1), second.events.at(-1), sockets[0]!.destroyed]).toEqual(['end', 'end', true])
  })

  it('settles a graceful close that is followed by a destroy', async () => {
    const { pool, send } = poolOf()
    const sender = send()
    await turn()
    const closed = pool.close()
    await Promise.all([closed, pool.destroy()])
    expect(sender.events).toEqual(['start', 'error HTTP_CLOSED_EARLY'])
  })

  it('leaves no socket when it is destroyed, not even one that was being opened', async () => {
    const opening = deferred<Socket>()
    let dials = 0
    const { pool, sockets, send, connect } = poolOf(2, () =>
      ++dials === 1 ? Promise.resolve(connect()) : opening.promise,
    )
    const senders = [send('/1'), send('/2'), send('/3')]
    await turn()
    const destroyed = pool.destroy()
    opening.resolve(connect())
    await destroyed
    expect(senders.map(({ events }) => events.at(-1))).toEqual(Array(3).fill('error HTTP_CLOSED_EARLY'))
    expect(sockets.every((socket) => socket.destroyed)).toBe(true)
  })
})

function deferred<Value>() {
  let resolve!: (value: Value) => void
  const promise = new Promise<Value>((done) => (resolve = done))
  return { promise, resolve }
}

/**
 * A server that answers whole, in pieces, too early, too much or not at all, at random moments. A request always has one
 * outcome, and never the response of another one.
 */
describe('a pool with a server that fails at random', () => {
  it.each(Array.from({ length: 200 }, (_, seed) => seed))(
    'seed %i: every request has its own outcome',
    async (seed) => {
      const random = seededRandom(seed)
      const oneIn = (count: number) => random.next() * count < 1
      const maxConnections = 1 + Math.floor(random.next() * 4)
      const open = new Set<FakeSocket>()
      let elapsedMs = 0
      let mostOpen = 0
      const todo: (() => void)[] = []
      const dial = () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = new FakeSocket()
          open.add(socket)
          mostOpen = Math.max(mostOpen, open.size)
          socket.once('close', () => open.delete(socket))
          socket.onRequest = (text) => todo.push(() => respond(socket, text))
          todo.push(() => {
            if (!oneIn(8)) return resolve(socket as unknown as Socket)
            open.delete(socket)
            reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
          })
        })
      const respond = (socket: FakeSocket, request: string) => {
        if (socket.destroyed) return
        const id = /\/(\d+) /.exec(request)![1]!
        const answer = answerOf(`body of ${id}`)
        if (oneIn(10)) return socket.hangUp()
        if (oneIn(10)) return void socket.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
        const cut = Math.floor(random.next() * answer.length)
        socket.answer(answer.slice(0, cut))
        todo.push(() => {
          if (socket.destroyed) return
          if (oneIn(10)) return socket.hangUp()
          socket.answer(answer.slice(cut) + (oneIn(10) ? ok('not asked for') : ''))
        })
      }
      const answerOf = (body: string) => {
        if (oneIn(3)) return ok(body, oneIn(4) ? 'connection: close\r\n' : '')
        const half = Math.floor(body.length / 2)
        const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
        return `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunk(body.slice(0, half))}${chunk(body.slice(half))}0\r\n\r\n`
      }
      const pool = new ConnectionPool({
        host: 'a',
        maxConnections,
        maxHeadBytes: 1_000,
        idleMs: 60_000,
        now: () => elapsedMs,
        dial,
      })
      const started: number[] = []
      const senders: Sender[] = []
      const aborted = new Set<number>()
      for (let step = 0; step < 400; step++) {
        if (oneIn(5)) elapsedMs += 100
        if (senders.length < 40 && oneIn(4)) {
          const id = senders.length
          const sender = new Sender()
          const begin = sender.onRequestStart.bind(sender)
          sender.onRequestStart = (controller) => (started.push(id), begin(controller))
          senders.push(sender)
          if (oneIn(3)) {
            sender.hasRoom = false
            const readOn = () => {
              sender.hasRoom = true
              sender.controller?.resume()
            }
            todo.push(readOn)
          }
          pool.send({ method: 'GET', path: `/${id}`, headers: [] }, sender)
        }
        if (oneIn(20) && senders.length > 0) {
          const id = Math.floor(random.next() * senders.length)
          if (senders[id]!.controller !== undefined && !isOver(senders[id]!)) {
            aborted.add(id)
            senders[id]!.controller!.abort()
          }
        }
        if (todo.length > 0) todo.splice(Math.floor(random.next() * todo.length), 1)[0]!()
        await turn()
      }
      const destroyed = pool.destroy()
      for (const rest of todo.splice(0)) rest()
      await destroyed
      await turn()

      expect(started).toEqual([...started].sort((a, b) => a - b))
      expect(mostOpen).toBeLessThanOrEqual(maxConnections)
      for (const [id, { events }] of senders.entries()) {
        const ends = events.filter((event) => event === 'end' || event.startsWith('error'))
        expect(ends).toHaveLength(aborted.has(id) ? 0 : 1)
        const body = events.filter((event) => !/^(?:start|\d{3}|end|error .*)$/.test(event)).join('')
        const wanted = `body of ${id}`
        expect(body).toBe(ends[0] === 'end' ? wanted : wanted.slice(0, body.length))
      }
      expect(senders.length).toBeGreaterThan(10)
    },
  )
})

const isOver = ({ events }: Sender) => events.some((event) => event === 'end' || event.startsWith('error'))
