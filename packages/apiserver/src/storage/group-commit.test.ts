import { randomInt, seededRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import type { Collection } from './collection.ts'
import { Store } from './store.ts'
import { MemoryJournal, turns } from './testing/memory-journal.ts'

const textAt = (value: string) => (revision: number) => ({ text: `${value}@${revision}`, labels: undefined })
const listed = (store: Store) =>
  store
    .collection('pods')
    .range({ revision: store.revision })
    .versions.map(({ object }) => object.text)
const labelsOf = () => undefined

function setUp() {
  const journal = new MemoryJournal()
  const store = new Store({ journal, labelsOf })
  const pods = store.collection('pods')
  const heard: string[] = []
  pods.subscribe(({ object }) => heard.push(object.text))
  return { journal, store, pods, heard }
}

function outcomeOf(promise: Promise<void> | undefined): Promise<string> | undefined {
  return promise?.then(
    () => 'settled',
    (error: Error) => error.message,
  )
}

/** The current state of the promise. */
async function outcome(promise: Promise<void> | undefined): Promise<string> {
  return Promise.race([outcomeOf(promise) ?? 'settled', turns().then(() => 'waits')])
}

const textsIn = ({ kept }: MemoryJournal) =>
  [...kept.values()].sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ text }) => text)

const unsettled = (collection: Collection) =>
  ['k0', 'k1', 'k2', 'k3', 'k4'].filter((key) => collection.read(key) !== collection.settledVersion(key))

describe('a store with a journal', () => {
  it('exposes a change to readers and subscribers only once it is persisted', async () => {
    const { journal, store, pods, heard } = setUp()
    pods.put('a', undefined, textAt('one'))
    const settled = store.settled()
    expect(await outcome(settled)).toBe('waits')
    expect([listed(store), heard, store.revision]).toEqual([[], [], 1])
    expect([pods.read('a')?.object.text, pods.range({}).versions.length]).toEqual(['one@2', 1])

    await journal.keep()
    expect(await outcome(settled)).toBe('settled')
    expect([listed(store), heard, store.revision]).toEqual([['one@2'], ['one@2'], 2])
    expect(store.settled()).toBeUndefined()
  })

  it('batches changes that arrive while the journal is busy', async () => {
    const { journal, store, pods } = setUp()
    pods.put('a', undefined, textAt('x'))
    pods.put('b', undefined, textAt('x'))
    await turns()
    pods.put('c', undefined, textAt('x'))
    const first = store.settled()
    pods.remove('a', 2, textAt('x'))
    const second = store.settled()
    await journal.keep()
    expect(await outcome(first)).toBe('waits')
    await journal.keep()
    expect([await outcome(first), await outcome(second)]).toEqual(['settled', 'settled'])
    expect(journal.batches).toEqual([
      ['pods/a@2', 'pods/b@3'],
      ['pods/c@4', '-pods/a@5'],
    ])
  })

  it('rolls back a change that cannot be persisted, with all later ones', async () => {
    const { journal, store, pods, heard } = setUp()
    pods.put('a', undefined, textAt('one'))
    await turns()
    await journal.keep()
    pods.put('a', 2, textAt('two'))
    pods.put('b', undefined, textAt('new'))
    await turns()
    pods.remove('a', 3, textAt('two'))
    const settled = store.settled()
    await journal.fail('disk full')
    expect(await outcome(settled)).toBe('disk full')
    expect(pods.read('a')?.object.text).toBe('one@2')
    expect([listed(store), pods.size, heard, store.revision]).toEqual([['one@2'], 1, ['one@2'], 2])
  })

  it('rewrites the last persisted state after a failure, and reuses no revision', async () => {
    const { journal, store, pods } = setUp()
    pods.put('a', undefined, textAt('one'))
    await turns()
    await journal.keep()
    pods.put('a', 2, textAt('two'))
    pods.put('b', undefined, textAt('new'))
    await turns()
    await journal.fail('disk full')
    pods.put('c', undefined, textAt('later'))
    await turns()
    await journal.keep()
    expect(journal.batches.at(-1)).toEqual(['pods/a@2', '-pods/b@0', 'pods/c@5'])
    expect([...journal.kept.keys()].sort()).toEqual(['pods/a', 'pods/c'])
    expect(store.revision).toBe(5)
  })

  it('restores its state after a restart, without older history to watch from', async () => {
    const { journal, store, pods } = setUp()
    for (const key of ['a', 'b']) pods.put(key, undefined, textAt('x'))
    pods.remove('a', 2, textAt('x'))
    await turns()
    await journal.keep()
    await store[Symbol.asyncDispose]()

    const again = new Store({ journal, labelsOf })
    expect([again.revision, again.nextRevision]).toEqual([4, 5])
    expect(listed(again)).toEqual(['x@3'])
    expect(again.collection('pods').changesAfter(4)).toEqual([])
    expect(() => again.collection('pods').changesAfter(3)).toThrow('revision 3 is older than 4')
  })

  it('exposes exactly the persisted changes under random failures', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = seededRandom(seed)
      const { journal, store, pods, heard } = setUp()
      for (let step = 0; step < 120; step++) {
        const key = `k${randomInt(random, 5)}`
        const current = pods.read(key)
        if (current !== undefined && randomInt(random, 3) === 0) pods.remove(key, current.revision, textAt('gone'))
        else pods.put(key, current?.revision, textAt(`v${step}`))
        if (randomInt(random, 3) > 0) await turns()
        if (randomInt(random, 10) === 0) store.compact()
        const settled = outcomeOf(store.settled())
        if (settled === undefined || randomInt(random, 2) === 0) continue
        await turns()
        const isFailure = randomInt(random, 4) === 0
        await (isFailure ? journal.fail('disk full', { isKept: randomInt(random, 2) === 0 }) : journal.keep())
        // After a failure nothing is pending; after a success the journal holds what readers see.
        expect(isFailure ? unsettled(pods) : textsIn(journal)).toEqual(isFailure ? [] : listed(store))
      }
      const revisions = heard.map((text) => Number(text.split('@')[1]))
      expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b))
    }
  })
})
