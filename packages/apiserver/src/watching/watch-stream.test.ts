import { randomInt } from '@kubewright/core/random'
import { seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { ServedKind } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { StreamSink } from '../request/exchange.ts'
import { plainFailure } from '../status/failures.ts'
import { Store } from '../storage/store.ts'
import { watchStream } from './watch-stream.ts'

interface Stand {
  readonly store: Store
  readonly clock: VirtualClock
  /** Writes the next version of an object. */
  readonly put: (name: string, size?: number) => void
  readonly open: (sink: StreamSink) => Disposable
}

interface StandOptions {
  readonly isPlain?: boolean
  /** Converts stored objects to the watched form. */
  readonly read?: (objects: readonly Draft[]) => Promise<readonly Draft[]>
  readonly initial?: number
  readonly initialSize?: number
}

/** A watch of a single collection. */
function stand({ isPlain = true, read, initial = 0, initialSize = 0 }: StandOptions = {}): Stand {
  const [store, clock] = [new Store(), new VirtualClock()]
  const collection = store.collection('things')
  const put = (name: string, size = 0) => {
    const padding = 'x'.repeat(size)
    const expected = collection.read(name)?.revision
    collection.put(name, expected, (revision) => ({
      text: JSON.stringify({ metadata: { name, resourceVersion: String(revision) }, padding }),
      labels: undefined,
    }))
  }
  for (let at = 0; at < initial; at++) put(`there-${at}`, initialSize)
  const { versions, revision } = collection.range({})
  const kind = { storage: { read: read ?? ((objects: readonly Draft[]) => objects) } } as unknown as ServedKind
  const stream = watchStream({
    kind,
    collection,
    selection: { isEverything: true, namespace: undefined, matches: () => true },
    prefix: '',
    form: { rendering: 'Object', version: 'v1', include: 'Metadata' },
    isPlain,
    initial: versions.map(({ object }) => object),
    missed: [],
    revision,
    empty: { kind: 'Thing', apiVersion: 'v1', metadata: {} },
    allowsBookmarks: true,
    marksInitialEnd: initial > 0,
    timeoutMs: 3_600_000,
    clock,
    random: seededRandom('stand'),
    newestRevision: () => store.revision,
  })
  return { store, clock, put, open: (sink) => stream.open(sink) }
}

/** A reader that records `TYPE revision`. */
function reader({ isReady = () => true }: { isReady?: StreamSink['isReady'] } = {}) {
  const lines: string[] = []
  let hasEnded = false
  const sink: StreamSink = {
    write(chunk) {
      const { type, object } = JSON.parse(Buffer.from(chunk).toString()) as {
        type: string
        object: { metadata: { resourceVersion?: string }; message?: string }
      }
      lines.push(`${type} ${object.metadata.resourceVersion ?? object.message}`)
      return true
    },
    isReady,
    end: () => void (hasEnded = true),
  }
  return { lines, sink, hasEnded: () => hasEnded }
}

const turns = async (count = 10) => {
  for (let turn = 0; turn < count; turn++) await Promise.resolve()
}

describe('a watch stream', () => {
  it('sends initial objects at the pace of its reader, even if they exceed the buffer', () => {
    const { open, put } = stand({ initial: 20, initialSize: 1024 * 1024 })
    let again: (() => void) | undefined
    let room = 1
    const { lines, sink, hasEnded } = reader({
      isReady(whenReady) {
        if (room-- > 0) return true
        again = whenReady
        return false
      },
    })
    using _open = open(sink)
    put('late')
    for (let round = 0; round < 25; round++) {
      room = 1
      again?.()
    }
    expect([lines.length, lines.at(-2), lines.at(-1), hasEnded()]).toEqual([22, 'BOOKMARK 21', 'ADDED 22', false])
  })

  it.each([
    { name: 'changes', count: 10_001, size: 0 },
    { name: 'bytes', count: 16, size: 1024 * 1024 },
  ])('closes a reader that is behind by too many $name', ({ count, size }) => {
    const { open, put } = stand()
    const { lines, sink, hasEnded } = reader({ isReady: () => false })
    using _open = open(sink)
    for (let at = 1; at < count; at++) put('a', size)
    expect(hasEnded()).toBe(false)
    put('a', size)
    expect([hasEnded(), lines]).toEqual([true, []])
  })

  it('sends no bookmark with a revision beyond changes still to be sent', async () => {
    const waiting: (() => void)[] = []
    const read = (objects: readonly Draft[]) =>
      new Promise<readonly Draft[]>((resolve) => waiting.push(() => resolve(objects)))
    const { clock, open, put } = stand({ isPlain: false, read })
    const { lines, sink } = reader()
    using _open = open(sink)
    put('a')
    await turns()
    await clock.advance(60_000)
    put('b')
    for (const _ of ['a', 'b']) {
      waiting.shift()?.()
      await turns()
    }
    expect(lines).toEqual(['ADDED 2', 'BOOKMARK 2', 'ADDED 3'])
  })

  it('ends with an ERROR event when an object cannot be converted', async () => {
    const read = async () => {
      throw plainFailure('conversion webhook failed')
    }
    const { open, put } = stand({ isPlain: false, read })
    const { lines, sink, hasEnded } = reader()
    using _open = open(sink)
    put('a')
    put('b')
    await turns()
    expect([lines, hasEnded()]).toEqual([['ERROR conversion webhook failed'], true])
  })

  it.each(['one', 'two', 'three', 'four', 'five', 'six'])(
    'sends every change once and in order under random delays: schedule %s',
    async (seed) => {
      const random = seededRandom(seed)
      const read = async (objects: readonly Draft[]) => {
        await turns(randomInt(random, 4))
        return objects
      }
      const { open, put, store } = stand({ isPlain: false, read })
      const { lines, sink } = reader()
      using _open = open(sink)
      for (let change = 0; change < 100; change++) {
        put(`object-${randomInt(random, 5)}`)
        await turns(randomInt(random, 9))
        put(`object-${randomInt(random, 5)}`)
        await turns(50)
        // No change waits for another one to happen.
        expect(lines.length).toBe(store.revision - 1)
      }
      const revisions = lines.map((line) => Number(line.split(' ')[1]))
      expect(revisions).toEqual(Array.from({ length: store.revision - 1 }, (_, at) => at + 2))
    },
  )
})
