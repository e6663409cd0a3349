import { randomInt, seededRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import type { Collection } from './collection.ts'
import { Compacted, StaleWrite } from './errors.ts'
import { Store } from './store.ts'
import { changeType } from './version.ts'

const textAt = (value: string) => (revision: number) => ({ text: `${value}@${revision}`, labels: undefined })
const texts = (collection: Collection, options = {}) =>
  collection.range(options).versions.map(({ object }) => object.text)

/** The result of a read, or the name of its error. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return (error as Error).name
  }
}

describe('Store', () => {
  it('assigns increasing revisions across collections', () => {
    const store = new Store()
    store.collection('pods').put('a', undefined, textAt('pod'))
    store.collection('services').put('a', undefined, textAt('service'))
    expect(store.collection('pods').read('a')?.revision).toBe(2)
    expect(store.collection('services').read('a')?.revision).toBe(3)
    expect(store.revision).toBe(3)
  })

  it('rejects a write with another expected revision, and changes nothing', () => {
    const store = new Store()
    const pods = store.collection('pods')
    const { revision } = pods.put('a', undefined, textAt('first'))
    pods.put('a', revision, textAt('second'))
    expect(() => pods.put('a', revision, textAt('third'))).toThrow(StaleWrite)
    expect(() => pods.put('a', undefined, textAt('again'))).toThrow(StaleWrite)
    expect(() => pods.remove('b', 9, textAt('gone'))).toThrow(StaleWrite)
    expect(texts(pods)).toEqual(['second@3'])
    expect(store.revision).toBe(3)
  })

  it('lists by namespace and name, within a namespace and in pages', () => {
    const pods = new Store().collection('pods')
    for (const key of ['b/x', 'a/y', 'a-b/z', 'a/x']) pods.put(key, undefined, textAt(key))
    expect(pods.range({}).versions.map(({ key }) => key)).toEqual(['a-b/z', 'a/x', 'a/y', 'b/x'])
    expect(pods.range({ prefix: 'a/' }).versions.map(({ key }) => key)).toEqual(['a/x', 'a/y'])
    const first = pods.range({ limit: 3 })
    expect(first.next).toBe('b/x')
    expect(pods.count({ start: first.next! })).toBe(1)
  })

  it('reads the state at an older revision', () => {
    const store = new Store()
    const pods = store.collection('pods')
    const first = pods.put('a', undefined, textAt('one'))
    pods.put('b', undefined, textAt('two'))
    const then = store.revision
    pods.remove('a', first.revision, textAt('one'))
    pods.put('b', 3, textAt('three'))
    pods.put('c', undefined, textAt('four'))
    expect(texts(pods, { revision: then })).toEqual(['one@2', 'two@3'])
    expect(texts(pods)).toEqual(['three@5', 'four@6'])
  })

  it('notifies subscribers of every change in order, until disposed', () => {
    const pods = new Store().collection('pods')
    const heard: string[] = []
    const subscription = pods.subscribe((version) => heard.push(`${changeType(version)} ${version.object.text}`))
    pods.put('a', undefined, textAt('x'))
    pods.put('a', 2, textAt('y'))
    pods.remove('a', 3, textAt('y'))
    pods.put('a', undefined, textAt('z'))
    subscription[Symbol.dispose]()
    pods.put('b', undefined, textAt('unheard'))
    expect(heard).toEqual(['ADDED x@2', 'MODIFIED y@3', 'DELETED y@4', 'ADDED z@5'])
  })

  it('rejects reads before the compacted revision, and keeps the current state', () => {
    const store = new Store()
    const pods = store.collection('pods')
    pods.put('a', undefined, textAt('x'))
    pods.put('a', 2, textAt('y'))
    store.compact()
    pods.put('a', 3, textAt('z'))
    expect(() => pods.changesAfter(2)).toThrow(Compacted)
    expect(() => pods.range({ revision: 2 })).toThrow(Compacted)
    expect(pods.changesAfter(3).map(({ object }) => object.text)).toEqual(['z@4'])
    expect(texts(pods, { revision: 3 })).toEqual(['y@3'])
    expect(texts(pods)).toEqual(['z@4'])
  })

  it('trims the older half of one busy collection only', () => {
    const store = new Store({ historyLimit: 4 })
    const pods = store.collection('pods')
    for (let index = 0; index < 6; index++) pods.put(`p${index}`, undefined, textAt('pod'))
    store.collection('services').put('s', undefined, textAt('service'))
    store.trim(pods)
    expect(pods.historyLength).toBe(2)
    expect(store.collection('services').historyLength).toBe(1)
    expect(() => pods.changesAfter(2)).toThrow(Compacted)
  })

  it('trims a collection whose history exceeds pastBytesLimit', () => {
    const store = new Store({ pastBytesLimit: 1_000 })
    const pods = store.collection('pods')
    const large = textAt('x'.repeat(100))
    pods.put('new', undefined, large)
    expect(pods.pastBytes).toBe(0)
    for (let write = 0; write < 40; write++) {
      pods.put('a', pods.read('a')?.revision, large)
      store.trim(pods)
      expect(pods.pastBytes).toBeLessThanOrEqual(1_000)
    }
    pods.remove('a', pods.read('a')!.revision, large)
    expect([pods.historyLength > 3, texts(pods).length]).toEqual([true, 1])
    store.compact()
    expect(pods.pastBytes).toBe(0)
  })

  it('equals a replayed log under random writes and compactions', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = seededRandom(seed)
      const store = new Store()
      const pods = store.collection('pods')
      /** The whole state after every revision. */
      const states = new Map<number, Map<string, string>>([[1, new Map()]])
      for (let step = 0; step < 150; step++) {
        const key = `n${randomInt(random, 3)}/o${randomInt(random, 6)}`
        const state = new Map(states.get(store.revision))
        const current = pods.read(key)
        if (current !== undefined && randomInt(random, 3) === 0) {
          pods.remove(key, current.revision, textAt('deleted'))
          state.delete(key)
        } else state.set(key, pods.put(key, current?.revision, textAt(`v${step}`)).object.text)
        states.set(store.revision, state)
        if (randomInt(random, 25) === 0) store.compact(store.revision - randomInt(random, 10))
        const at = 1 + randomInt(random, store.revision)
        const read = () => pods.range({ revision: at }).versions.map((version) => [version.key, version.object.text])
        expect(outcomeOf(read)).toEqual(
          at < store.compactedAt ? 'Compacted' : [...states.get(at)!].sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      }
      expect(pods.size).toBe(states.get(store.revision)!.size)
      const from = store.compactedAt
      const replayed = new Map(states.get(from))
      for (const version of pods.changesAfter(from)) {
        if (version.isDeletion) replayed.delete(version.key)
        else replayed.set(version.key, version.object.text)
      }
      expect(replayed).toEqual(states.get(store.revision))
    }
  })
})
