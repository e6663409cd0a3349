import { randomInt, seededRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import { Store } from './store.ts'
import { type KeptObject, TextArena } from './text-arena.ts'

const slabsOf = (objects: Iterable<KeptObject>) => new Set(Array.from(objects, ({ slab }) => slab))
const heldBytes = (objects: Iterable<KeptObject>) => [...slabsOf(objects)].reduce((sum, slab) => sum + slab.length, 0)

describe('TextArena', () => {
  it.each(['', '{"a":1}', 'ä€😀', 'x'.repeat(40_000), `${'y'.repeat(100_000)}ß`])(
    'stores and returns a text: case %#',
    (text) => {
      const labels = { app: 'web' }
      const kept = new TextArena().keep({ text, labels })
      expect([kept.text, kept.labels, kept.size]).toEqual([text, labels, Buffer.byteLength(text)])
    },
  )

  it('copies the bytes of a text, or its tail', () => {
    const arena = new TextArena()
    arena.keep({ text: 'before', labels: undefined })
    const kept = arena.keep({ text: 'wörter', labels: undefined })
    const target = Buffer.alloc(10, '.')
    expect([kept.copyTo(target, 1, 3), target.toString()]).toEqual([4, '.rter.....'])
  })

  it('compacts slabs that are mostly empty', () => {
    const arena = new TextArena()
    const all = Array.from({ length: 8_000 }, (_, at) =>
      arena.keep({ text: `${at} `.padEnd(2_000), labels: undefined }),
    )
    const left = new Set(all.filter((_, at) => at % 100 === 0))
    const before = heldBytes(left)
    expect(arena.isUntidy).toBe(true)
    arena.tidy(left)
    expect(arena.isUntidy).toBe(false)
    expect(heldBytes(left)).toBeLessThan(before / 20)
    expect([...left].map(({ text }) => text.trim())).toEqual([...left].map((_, at) => String(at * 100)))
  })
})

describe('a store after many changes', () => {
  it('retains little more memory than its readable versions, and loses none of them', () => {
    const random = seededRandom(5)
    const store = new Store({ historyLimit: 500 })
    const pods = store.collection('pods')
    const expected = new Map<string, string>()
    for (let step = 0; step < 20_000; step++) {
      // A few objects change often, most of them never again.
      const key = step % 20 === 0 ? `still-${step}` : `busy-${randomInt(random, 10)}`
      const text = `${key} ${step} `.padEnd(500 + randomInt(random, 3_000), '.')
      pods.put(key, pods.read(key)?.revision, () => ({ text, labels: undefined }))
      expected.set(key, text)
      store.trim(pods)
    }
    const alive = [...pods.objects()].reduce((sum, { size }) => sum + size, 0)
    expect(heldBytes(pods.objects())).toBeLessThan(3 * alive + 16 * 1024 * 1024)
    const found = pods.range({}).versions.map(({ key, object }) => [key, object.text] as const)
    expect(new Map(found)).toEqual(expected)
  })
})
