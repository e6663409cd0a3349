import { describe, expect, it } from 'vitest'
import { createPeers } from './peers.ts'

const client = {} as never
const berlin = { name: 'berlin', identity: '0f2c', client }

describe('a set of peers', () => {
  it('notifies subscribers of every change, with a new object for the changed peer', () => {
    const peers = createPeers()
    let changes = 0
    using following = peers.subscribe(() => changes++)
    peers.add(berlin)
    const [first] = peers.all
    peers.rekey('berlin', { other: true } as never)
    expect(peers.all[0]).not.toBe(first)
    expect(peers.all[0]).toMatchObject({ name: 'berlin', identity: '0f2c', client: { other: true } })
    peers.remove('berlin')
    expect([changes, peers.all]).toEqual([3, []])
    following[Symbol.dispose]()
    peers.add(berlin)
    expect(changes).toBe(3)
  })

  it('removes a leaving peer when no replica is left, and resolves all waiting calls', async () => {
    const peers = createPeers()
    peers.add(berlin)
    const waiting = Promise.all([peers.leave('berlin'), peers.leave('berlin')])
    expect(peers.all[0]).toMatchObject({ isLeaving: true })
    peers.drained!('berlin')
    await waiting
    expect(peers.all).toEqual([])
  })

  it('ignores `drained` for a peer that is not leaving', () => {
    const peers = createPeers()
    peers.add(berlin)
    peers.drained!('berlin')
    expect(peers.all).toHaveLength(1)
  })

  it.each([
    { name: 'a duplicate name', peer: berlin, code: 'KW_REPLICATION_PEER' },
    { name: 'a name that is not a DNS label', peer: { ...berlin, name: 'Not.One' }, code: 'KW_REPLICATION_PEER' },
    {
      name: 'a missing client',
      peer: { ...berlin, name: 'turin', client: null as never },
      code: 'KW_REPLICATION_PEER',
    },
    { name: 'a missing identity', peer: { ...berlin, name: 'turin', identity: '' }, code: 'KW_REPLICATION_IDENTITY' },
    {
      name: 'an identity with invalid characters',
      peer: { ...berlin, name: 'turin', identity: '../kube-system' },
      code: 'KW_REPLICATION_IDENTITY',
    },
    {
      name: 'an identity that is too long',
      peer: { ...berlin, name: 'turin', identity: 'x'.repeat(64) },
      code: 'KW_REPLICATION_IDENTITY',
    },
  ])('refuses $name', ({ peer, code }) => {
    const peers = createPeers()
    peers.add(berlin)
    expect(() => peers.add(peer)).toThrow(expect.objectContaining({ code }) as Error)
    expect(peers.all).toHaveLength(1)
  })

  it('refuses to change an unknown peer', async () => {
    const peers = createPeers()
    expect(() => peers.remove('nobody')).toThrow(expect.objectContaining({ code: 'KW_REPLICATION_PEER' }) as Error)
    await expect(peers.leave('nobody')).rejects.toMatchObject({ code: 'KW_REPLICATION_PEER' })
  })
})
