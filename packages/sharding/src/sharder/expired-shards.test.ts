import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { ExpiredShards } from './expired-shards.ts'
import { KnownShards } from './known-shards.ts'
import { storedLease } from '../testing/stored-lease.ts'

function startBook() {
  const clock = new VirtualClock()
  const source = { subscribe: () => undefined, synced: async () => undefined, list: () => [] }
  const cache = { source: () => ({ ...source, [Symbol.dispose]: () => undefined }) } as never
  const book = new KnownShards({ cache, clock, ring: 'sites', namespace: 'web', durationMs: 15_000 })
  return { clock, book, missed: new ExpiredShards(book) }
}

describe('a shard that is missed', () => {
  it('is news once', async () => {
    const { clock, book, missed } = startBook()
    book.noteLease(storedLease('a'))
    expect(missed.notice()).toBe(false)
    await clock.advance(15_000)
    expect([missed.notice(), missed.notice()]).toEqual([true, false])
  })

  it('is listed with the next list, until it is back', async () => {
    const { clock, book, missed } = startBook()
    book.noteLease(storedLease('a'))
    await clock.advance(15_000)
    missed.notice()
    const before = missed.isListed('a')
    missed.noteList()
    await clock.advance(15_000)
    missed.notice()
    const listed = missed.isListed('a')
    book.noteLease(storedLease('a', { renewals: 2 }))
    missed.notice()
    await clock.advance(15_000)
    expect([before, listed, missed.isListed('a'), missed.notice(), missed.isListed('a')]).toEqual([
      false,
      true,
      false,
      true,
      false,
    ])
  })

  it('is none that is only restarted', async () => {
    const { clock, book, missed } = startBook()
    book.noteLease(storedLease('a', { holder: '', reserved: 60 }))
    await clock.advance(20_000)
    expect([book.judge('a')?.state, missed.notice()]).toEqual(['expired', false])
  })
})
