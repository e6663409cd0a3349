import type { KubeObject } from '@kubewright/core'
import { compareResourceVersions } from '@kubewright/core/object'
import { randomInt, seededRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import type { Change } from './change.ts'
import { FollowedObjects } from './followed-objects.ts'
import { holdObject } from './held-object.ts'

type Event = readonly ['ADDED' | 'MODIFIED' | 'DELETED', KubeObject]

const changeOf = ([type, object]: Event) => ({ type, object })

function objectOf(name: string, uid: string, version: number, author: string): KubeObject {
  const metadata = { name, uid, resourceVersion: String(version), labels: { author, at: String(version) } }
  return { apiVersion: 'v1', kind: 'Thing', metadata } as unknown as KubeObject
}

/** Objects under one revision counter, as in an API server; `events` has every change. */
class Server {
  readonly objects = new Map<string, KubeObject>()
  readonly events: Event[] = []
  revision = 0
  #uids = 0

  write(name: string, author: string): KubeObject {
    const before = this.objects.get(name)
    const uid = before?.metadata.uid ?? `uid-${++this.#uids}`
    const object = objectOf(name, uid, ++this.revision, author)
    this.objects.set(name, object)
    this.events.push([before === undefined ? 'ADDED' : 'MODIFIED', object])
    return object
  }

  /** Returns the uid of the removed object. */
  remove(name: string): string | undefined {
    const before = this.objects.get(name)
    if (before === undefined) return undefined
    this.objects.delete(name)
    this.events.push(['DELETED', objectOf(name, before.metadata.uid, ++this.revision, 'deletion')])
    return before.metadata.uid
  }
}

function follow() {
  const told: Change[] = []
  const followed = new FollowedObjects({ hold: holdObject, now: () => 0, tell: (changes) => told.push(...changes) })
  return { told, followed }
}

/** One random run: own and foreign writes, responses and events in any possible order, and stale lists. */
function play(seed: number) {
  const random = seededRandom(seed)
  const server = new Server()
  const { told, followed } = follow()
  const ownVersions = new Set<string>()
  /** The newest acknowledged own write, by name; objects with `gone` uids must never reappear. */
  const floor = new Map<string, KubeObject>()
  const gone = new Set<string>()
  const answers: (() => void)[] = []
  let delivered = 0
  const names = ['a', 'b', 'c']

  // A list takes time: it returns the state of its beginning, and no event arrives meanwhile.
  let listing: { at: number; revision: number; objects: KubeObject[] } | undefined
  const beginList = () => {
    listing = { at: server.events.length, revision: server.revision, objects: [...server.objects.values()] }
    followed.beginFill()
  }
  const endList = () => {
    if (listing === undefined) return
    for (const object of listing.objects) followed.fill(object)
    followed.endFill(String(listing.revision))
    delivered = listing.at
    listing = undefined
  }
  const isShownToGo = ({ metadata: { name, resourceVersion } }: KubeObject) =>
    server.events
      .slice(0, delivered)
      .some(
        ([type, { metadata }]) => type === 'DELETED' && metadata.name === name && isNewer(metadata, resourceVersion),
      )
  /** Names whose cached object is deleted or older than the newest own write, or missing although it exists. */
  const wrong = () =>
    names.filter((name) => {
      const seen = followed.store.get({ name })
      const least = floor.get(name)
      if (seen !== undefined && gone.has(seen.metadata.uid)) return true
      if (least === undefined) return false
      if (seen !== undefined) return isNewer(least.metadata, seen.metadata.resourceVersion)
      return !gone.has(least.metadata.uid) && !isShownToGo(least)
    })
  const steps: readonly (() => void)[] = [
    function ownWrite() {
      const name = names[randomInt(random, names.length)]!
      const write = followed.beginWrite(name)
      const isMade = !server.objects.has(name)
      // One in four is a no-op, answered with the current object.
      const isIdle = !isMade && randomInt(random, 4) === 0
      const object = isIdle ? server.objects.get(name)! : server.write(name, 'own')
      const { resourceVersion, labels } = object.metadata
      const asked = { body: { metadata: isIdle ? {} : { labels } }, isMade }
      if (!isIdle) ownVersions.add(resourceVersion)
      answers.push(() => {
        if (randomInt(random, 5) > 0) {
          followed.wrote(object, { isSelected: true, writer: 'me', asked })
          const before = floor.get(name)
          if (before === undefined || isNewer(object.metadata, before.metadata.resourceVersion)) floor.set(name, object)
        } // else the response was lost
        followed.endWrite(write)
      })
    },
    function ownRemoval() {
      const name = names[randomInt(random, names.length)]!
      const write = followed.beginWrite(name)
      const removed = server.remove(name)
      answers.push(() => {
        if (removed !== undefined && randomInt(random, 5) > 0) {
          followed.removed(write, 'me', removed)
          // The earlier object with that name is gone too.
          for (const uid of [removed, write.uid]) if (uid !== undefined) gone.add(uid)
        }
        followed.endWrite(write)
      })
    },
    function foreignWrite() {
      const name = names[randomInt(random, names.length)]!
      server.write(name, 'foreign')
    },
    function foreignRemoval() {
      const name = names[randomInt(random, names.length)]!
      server.remove(name)
    },
    function deliver() {
      const event = listing === undefined ? server.events[delivered] : undefined
      if (event !== undefined && ++delivered) followed.change(changeOf(event))
    },
    function answer() {
      if (answers.length > 0) answers.splice(randomInt(random, answers.length), 1)[0]!()
    },
    function relist() {
      if (listing === undefined && randomInt(random, 6) === 0) beginList()
    },
    endList,
  ]
  beginList()
  endList()
  for (let step = 0; step < 60; step++) {
    steps[randomInt(random, steps.length)]!()
    expect(wrong(), `seed ${seed}, step ${step}`).toEqual([])
  }
  endList()
  for (const answer of answers) answer()
  while (delivered < server.events.length) {
    followed.change(changeOf(server.events[delivered++]!))
    expect(wrong(), `seed ${seed}, event ${delivered}`).toEqual([])
  }
  return { server, followed, told, ownVersions }
}

const isNewer = ({ resourceVersion }: KubeObject['metadata'], than: string) =>
  compareResourceVersions(resourceVersion, than) > 0

const byName = (objects: Iterable<KubeObject>) =>
  [...objects].sort((one, two) => (one.metadata.name < two.metadata.name ? -1 : 1))

describe('cached objects under random interleavings of own writes, foreign writes, responses, events and relists', () => {
  const seeds = Array.from({ length: 400 }, (_, seed) => seed)

  it("converge to the server's state, and the notified changes lead to the same state", () => {
    for (const seed of seeds) {
      const { server, followed, told } = play(seed)
      expect(byName(followed.store.list()), `seed ${seed}`).toEqual(byName(server.objects.values()))
      const heard = new Map<string, KubeObject>()
      for (const { type, object, previous } of told) {
        const { name } = object.metadata
        // An object that this process wrote and another client deleted is reported as deleted, even if its creation never was.
        const known = type === 'deleted' ? (heard.get(name) ?? previous) : heard.get(name)
        expect(previous?.metadata.resourceVersion, `seed ${seed}`).toBe(known?.metadata.resourceVersion)
        if (type === 'deleted') heard.delete(name)
        else heard.set(name, object)
      }
      expect(byName(heard.values()), `seed ${seed}`).toEqual(byName(server.objects.values()))
    }
  })

  it('are never marked as an echo of an own write if another client wrote them', () => {
    for (const seed of seeds) {
      const { told, ownVersions } = play(seed)
      const echoes = told.filter(({ echoOf, type }) => echoOf !== undefined && type !== 'deleted')
      for (const { object } of echoes)
        expect(ownVersions.has(object.metadata.resourceVersion), `seed ${seed}`).toBe(true)
    }
  })

  it('are last notified without echo mark if the last writer was another client', () => {
    for (const seed of seeds) {
      const { server, told, ownVersions } = play(seed)
      for (const { metadata } of server.objects.values()) {
        if (ownVersions.has(metadata.resourceVersion)) continue
        const last = told.findLast(({ object }) => object.metadata.name === metadata.name)
        expect(last?.echoOf, `seed ${seed}, ${metadata.name}`).toBeUndefined()
      }
    }
  })
})

const asked = { body: {}, isMade: true }

describe('an object that this process deletes and recreates under the same name', () => {
  it('is cached as recreated, although the DELETED event of its predecessor arrives later', () => {
    const { followed } = follow()
    const [before, after] = [objectOf('a', 'old', 1, 'me'), objectOf('a', 'new', 3, 'me')]
    followed.beginFill()
    followed.fill(before)
    followed.endFill('1')
    const removal = followed.beginWrite('a')
    followed.removed(removal, 'me', 'old')
    followed.endWrite(removal)
    const creation = followed.beginWrite('a')
    followed.wrote(after, { isSelected: true, writer: 'me', asked })
    followed.endWrite(creation)
    followed.change({ type: 'DELETED', object: objectOf('a', 'old', 2, 'me') })
    expect(followed.store.get({ name: 'a' })).toEqual(after)
  })

  it('is not resurrected by the late ADDED event of the deleted uid', () => {
    const { followed, told } = follow()
    followed.beginFill()
    followed.fill(objectOf('a', 'first', 1, 'me'))
    followed.endFill('1')
    const removal = followed.beginWrite('a')
    followed.removed(removal, 'me', 'second')
    followed.endWrite(removal)
    followed.change({ type: 'DELETED', object: objectOf('a', 'first', 2, 'somebody') })
    followed.change({ type: 'ADDED', object: objectOf('a', 'second', 3, 'somebody') })
    expect(followed.store.get({ name: 'a' })).toBeUndefined()
    followed.change({ type: 'DELETED', object: objectOf('a', 'second', 4, 'me') })
    followed.change({ type: 'ADDED', object: objectOf('a', 'third', 5, 'somebody') })
    expect(followed.store.get({ name: 'a' })?.metadata.uid).toBe('third')
    expect(told.map(({ type, object, echoOf }) => `${type} ${object.metadata.uid} ${echoOf}`)).toEqual([
      'added first undefined',
      'deleted first undefined',
      'added third undefined',
    ])
  })
})
