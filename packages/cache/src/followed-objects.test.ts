import { compareResourceVersions, type KubeObject, randomInt, seededRandom } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import type { Change } from './change.ts'
import { FollowedObjects } from './followed-objects.ts'
import { holdObject } from './held-object.ts'

type Event = readonly ['ADDED' | 'MODIFIED' | 'DELETED', KubeObject]

function objectOf(name: string, uid: string, version: number, author: string): KubeObject {
  const metadata = { name, uid, resourceVersion: String(version), labels: { author } }
  return { apiVersion: 'v1', kind: 'Thing', metadata } as unknown as KubeObject
}

/** Objects under one counter, as an API server keeps them; everything that happens is in `events`. */
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

  remove(name: string): boolean {
    const before = this.objects.get(name)
    if (before === undefined) return false
    this.objects.delete(name)
    this.events.push(['DELETED', objectOf(name, before.metadata.uid, ++this.revision, 'deletion')])
    return true
  }
}

function follow() {
  const told: Change[] = []
  const followed = new FollowedObjects({ hold: holdObject, now: () => 0, tell: (changes) => told.push(...changes) })
  return { told, followed }
}

/** One random run: own and foreign writes, answers and events in any order that can happen, lists that lag. */
function play(seed: number) {
  const random = seededRandom(seed)
  const server = new Server()
  const { told, followed } = follow()
  const ownVersions = new Set<string>()
  /** The newest version this process knows it wrote, by name; `gone` uids may never show again. */
  const floor = new Map<string, string>()
  const gone = new Set<string>()
  const answers: (() => void)[] = []
  let delivered = 0
  const names = ['a', 'b', 'c']

  // A list takes a while: it shows what was there when it began, and no event arrives meanwhile.
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
  /** What readers see that they must not: something gone, or older than what this process knows it wrote. */
  const wrong = () =>
    names.filter((name) => {
      const seen = followed.store.get({ name })
      const least = floor.get(name) ?? '0'
      return seen && (gone.has(seen.metadata.uid) || compareResourceVersions(seen.metadata.resourceVersion, least) < 0)
    })
  const steps: readonly (() => void)[] = [
    function ownWrite() {
      const name = names[randomInt(random, names.length)]!
      const write = followed.beginWrite(name)
      const object = server.write(name, 'own')
      ownVersions.add(object.metadata.resourceVersion)
      answers.push(() => {
        if (randomInt(random, 5) > 0) {
          followed.wrote(object, true, 'me')
          const before = floor.get(name)
          if (before === undefined || compareResourceVersions(before, object.metadata.resourceVersion) < 0) {
            floor.set(name, object.metadata.resourceVersion)
          }
        } // else the answer was lost
        followed.endWrite(write)
      })
    },
    function ownRemoval() {
      const name = names[randomInt(random, names.length)]!
      const write = followed.beginWrite(name)
      const isRemoved = server.remove(name)
      answers.push(() => {
        if (isRemoved) {
          followed.removed(write, 'me')
          if (write.uid !== undefined) gone.add(write.uid)
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
      if (event !== undefined && ++delivered) followed.change(...event)
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
  for (const event of server.events.slice(delivered)) followed.change(...event)
  return { server, followed, told, ownVersions }
}

const byName = (objects: Iterable<KubeObject>) =>
  [...objects].sort((one, two) => (one.metadata.name < two.metadata.name ? -1 : 1))

describe('the state of a source, over random schedules', () => {
  const seeds = Array.from({ length: 300 }, (_, seed) => seed)

  it('ends as the server is, and has told everything on the way', () => {
    for (const seed of seeds) {
      const { server, followed, told } = play(seed)
      expect(byName(followed.store.list()), `seed ${seed}`).toEqual(byName(server.objects.values()))
      const heard = new Map<string, KubeObject>()
      for (const { type, object, previous } of told) {
        const { name } = object.metadata
        // What this process wrote and somebody else removed is told as deleted, though nobody had heard of it.
        const known = type === 'deleted' ? (heard.get(name) ?? previous) : heard.get(name)
        expect(previous?.metadata.resourceVersion, `seed ${seed}`).toBe(known?.metadata.resourceVersion)
        if (type === 'deleted') heard.delete(name)
        else heard.set(name, object)
      }
      expect(byName(heard.values()), `seed ${seed}`).toEqual(byName(server.objects.values()))
    }
  })

  it('calls nothing an echo that somebody else wrote', () => {
    for (const seed of seeds) {
      const { told, ownVersions } = play(seed)
      const echoes = told.filter(({ echoOf, type }) => echoOf !== undefined && type !== 'deleted')
      for (const { object } of echoes)
        expect(ownVersions.has(object.metadata.resourceVersion), `seed ${seed}`).toBe(true)
    }
  })
})
