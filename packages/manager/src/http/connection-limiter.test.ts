import { seededRandom, randomInt } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import { type Connection, ConnectionLimiter } from './connection-limiter.ts'

class FakeConnection implements Connection {
  readonly remoteAddress: string
  readonly remotePort: number
  isOpen = true
  readonly #listeners: (() => void)[] = []

  constructor(remoteAddress: string, remotePort: number) {
    this.remoteAddress = remoteAddress
    this.remotePort = remotePort
  }

  destroy(): void {
    if (!this.isOpen) return
    this.isOpen = false
    for (const listener of this.#listeners) listener()
  }

  once(_: 'close', listener: () => void): void {
    this.#listeners.push(listener)
  }
}

function added(limiter: ConnectionLimiter, address: string, count: number): readonly FakeConnection[] {
  return Array.from({ length: count }, (_, port) => {
    const connection = new FakeConnection(address, port)
    limiter.add(connection)
    return connection
  })
}

const openOf = (all: readonly FakeConnection[]) => all.flatMap(({ isOpen, remotePort }) => (isOpen ? [remotePort] : []))

describe('the connection limits of the HTTP server', () => {
  it('close the oldest connection of a peer that opens too many', () => {
    const limiter = new ConnectionLimiter({ perPeer: 3, total: 10 })
    const all = added(limiter, '10.0.0.1', 5)
    expect(openOf(all)).toEqual([2, 3, 4])
    expect(limiter.size).toBe(3)
  })

  it('leave the connections of other peers open', () => {
    const limiter = new ConnectionLimiter({ perPeer: 3, total: 10 })
    const quiet = added(limiter, '10.0.0.9', 2)
    added(limiter, '10.0.0.1', 100)
    expect(openOf(quiet)).toEqual([0, 1])
  })

  it('close a connection of the peer with the most when the total is exceeded', () => {
    const limiter = new ConnectionLimiter({ perPeer: 8, total: 10 })
    const [many, few] = [added(limiter, '10.0.0.1', 8), added(limiter, '10.0.0.2', 2)]
    const [late] = added(limiter, '10.0.0.3', 1)
    expect([openOf(many).length, openOf(few).length, late!.isOpen]).toEqual([7, 2, true])
  })

  it('close the new connection if all others have a request in flight', () => {
    const limiter = new ConnectionLimiter({ perPeer: 2, total: 10 })
    const [one, two] = added(limiter, '10.0.0.1', 2)
    limiter.begin(one!)
    limiter.begin(two!)
    const third = new FakeConnection('10.0.0.1', 7)
    limiter.add(third)
    expect([one!.isOpen, two!.isOpen, third.isOpen]).toEqual([true, true, false])
    limiter.end(one!)
    limiter.add(new FakeConnection('10.0.0.1', 8))
    expect([one!.isOpen, two!.isOpen]).toEqual([false, true])
  })

  it.each([
    ['addresses of one IPv6 /64', ['2001:db8::1', '2001:db8::2'], 1],
    ['an IPv4 address in both notations', ['::ffff:10.0.0.1', '10.0.0.1'], 1],
    ['two IPv6 networks', ['2001:db8::1', '2001:db8:0:1::1'], 2],
  ])('count connections per network: %s', (_, addresses, kept) => {
    const limiter = new ConnectionLimiter({ perPeer: 1, total: 10 })
    for (const address of addresses) added(limiter, address, 1)
    expect(limiter.size).toBe(kept)
  })

  it('hold for any order of connections and requests (random schedule)', () => {
    for (let seed = 0; seed < 50; seed++) {
      const random = seededRandom(seed)
      const limiter = new ConnectionLimiter({ perPeer: 3, total: 6 })
      const all: FakeConnection[] = []
      for (let step = 0; step < 200; step++) {
        const one = all[randomInt(random, Math.max(1, all.length))]
        const what = randomInt(random, 4)
        if (what === 0 || one === undefined) {
          const connection = new FakeConnection(`10.0.0.${1 + randomInt(random, 4)}`, step)
          limiter.add(connection)
          all.push(connection)
        } else if (what === 1) one.destroy()
        else if (what === 2) limiter.begin(one)
        else limiter.end(one)
        const open = all.filter(({ isOpen }) => isOpen)
        expect(open.length).toBe(limiter.size)
        expect(limiter.size).toBeLessThanOrEqual(6)
        for (const peer of ['1', '2', '3', '4'])
          expect(open.filter(({ remoteAddress }) => remoteAddress.endsWith(peer)).length).toBeLessThanOrEqual(3)
      }
    }
  })
})
