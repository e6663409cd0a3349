import { silentLogger } from '@kubewright/core'
import { seededIds, seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import { expect, it } from 'vitest'
import { LeaseKeeper } from './lease-keeper.ts'
import { answeredAnnotation, askedAnnotation } from '../names.ts'
import { OwnerInquiry } from './owner-inquiry.ts'
import { KnownShards } from './known-shards.ts'
import { type LeaseSketch, storedLease } from '../testing/stored-lease.ts'

const always = new AbortController().signal

interface Stored {
  readonly metadata: { readonly annotations: Readonly<Record<string, string>> }
}

/** A sharder whose watch has delivered `heard`; the server has `stored`. */
function inquiryOf(heard: readonly string[], stored: readonly string[]) {
  const clock = new VirtualClock()
  const ring = { ring: 'sites', namespace: 'web', durationMs: 15_000 }
  const cache = { source: () => ({ subscribe: () => undefined, [Symbol.dispose]: () => undefined }) }
  const shards = new KnownShards({ ...ring, cache: cache as never, clock })
  for (const shard of heard) shards.noteLease(storedLease(shard))
  const asked = new Map<string, string>()
  const client = {
    list: async () => ({ items: stored.map((shard) => storedLease(shard)) }),
    patch: async (_: unknown, { name }: { name: string }, { metadata }: Stored) => {
      const shard = name.slice('sites.'.length)
      asked.set(shard, metadata.annotations[askedAnnotation]!)
      return leaseWith(shard, { [askedAnnotation]: asked.get(shard)! }, { renewals: 2 })
    },
  }
  const log = silentLogger
  const rights = { hasObjects: () => true, mayAct: () => true }
  const keeper = new LeaseKeeper({ ...ring, ...rights, client: client as never, clock, log, shards })
  const confirmed: string[] = []
  const ownerInquiry = new OwnerInquiry({
    shards,
    keeper,
    ids: seededIds(seededRandom(1)),
    confirmFree: (uid) => void confirmed.push(uid),
  })
  const answer = (shard: string) => {
    const annotations = { [askedAnnotation]: asked.get(shard)!, [answeredAnnotation]: asked.get(shard)! }
    shards.noteLease(leaseWith(shard, annotations, { renewals: 3 }))
  }
  return { ownerInquiry, asked, answer, confirmed }
}

function leaseWith(shard: string, annotations: Readonly<Record<string, string>>, sketch: LeaseSketch): never {
  const lease = storedLease(shard, sketch) as Stored
  const { metadata } = lease
  return { ...lease, metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotations } } } as never
}

it.each([
  { name: 'an object is confirmed free once every shard has said so', heard: ['a', 'b'] },
  { name: 'a shard is queried even if the lease watch has not delivered it yet', heard: ['a'] },
])('$name', async ({ heard }) => {
  const { ownerInquiry, asked, answer, confirmed } = inquiryOf(heard, ['a', 'b'])
  await ownerInquiry.advance(new Set(['x']), always)
  expect([...asked.keys()]).toEqual(['a', 'b'])
  answer('a')
  await ownerInquiry.advance(new Set(['x']), always)
  expect(confirmed).toEqual([])
  answer('b')
  await ownerInquiry.advance(new Set(), always)
  expect(confirmed).toEqual(['x'])
})

it('an object that loses its marks during an owner inquiry is part of the next one', async () => {
  const { ownerInquiry, answer, confirmed } = inquiryOf(['a'], ['a'])
  await ownerInquiry.advance(new Set(['x']), always)
  answer('a')
  await ownerInquiry.advance(new Set(['x', 'y']), always)
  expect(confirmed).toEqual(['x'])
})
