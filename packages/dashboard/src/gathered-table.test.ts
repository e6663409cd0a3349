import { VirtualClock } from '@kubewright/core/testing'
import { expect, it } from 'vitest'
import { GatheredTable } from './gathered-table.ts'
import { isFirstPeer, peerCount, type PeerEntry } from './peer-entries.ts'
import { silentPublisher } from './topic.ts'

const about = (name: string) => ({ group: '', version: 'v1', kind: 'Secret', name })
const secret = (name: string): PeerEntry => ({
  type: 'secret',
  object: about(name),
  peer: name,
  purpose: 'replication',
  isLeaving: false,
})

it('the cluster table has at most 1,000 rows, the home cluster first, and a total count', () => {
  const sent = new Map<string, unknown>()
  const publisher = {
    ...silentPublisher,
    put: (key: string, value: unknown) => void sent.set(key, value),
    remove: (key: string) => void sent.delete(key),
  }
  const collection = { publisher, signal: new AbortController().signal, hold: <One>(one: One) => one }
  const table = new GatheredTable<PeerEntry>(collection as never, {
    clock: new VirtualClock(),
    isFirst: isFirstPeer,
    count: (entries) => peerCount(entries.size, 1_000),
  })
  for (let at = 0; at < 5_000; at++) table.put(`${at}`, secret(`${at}`))
  table.put('home', { type: 'home', object: about('home'), clusterId: 'rome' })
  expect(sent.size).toBe(0)
  table.show()
  expect(sent.size).toBe(1_001)
  expect(sent.has('home')).toBe(true)
  expect(sent.get('count')).toEqual({ type: 'count', total: 5_001, shown: 1_000 })
  for (let at = 0; at < 4_500; at++) table.remove(`${at}`)
  table.show()
  expect(sent.size).toBe(501)
  expect(sent.has('count')).toBe(false)
})
