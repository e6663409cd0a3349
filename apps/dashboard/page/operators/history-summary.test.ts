import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '@kubewright/dashboard/topics'
import { byObject, failing, matching, newestFirst, timeline } from './history-summary.ts'

const entry = (given: Partial<HistoryEntry>): HistoryEntry => ({
  controller: 'websites',
  namespace: 'default',
  name: 'blog',
  startedAt: 1_000,
  durationMs: 5,
  reasons: ['changed'],
  outcome: 'success',
  writes: { sent: 0, changed: 0 },
  written: [],
  ...given,
})
const failed = { message: 'the image has no tag', code: 'KW_X', isTerminal: false, isTimeout: false }
const history = new Map([
  ['a', entry({})],
  ['b', entry({ startedAt: 3_000, outcome: 'error', error: failed })],
  ['c', entry({ startedAt: 2_000, name: 'shop' })],
  ['d', entry({ startedAt: 3_000, name: '__proto__' })],
])

describe('the reconcile history page', () => {
  it('is sorted newest first, and by arrival for equal times', () => {
    expect(newestFirst(history).map(({ id }) => id)).toEqual(['d', 'b', 'c', 'a'])
  })

  it('groups reconciles by object, whatever its name', () => {
    const objects = [...byObject(newestFirst(history)).values()]
    expect(objects.map(({ name, reconciles }) => `${name} ${reconciles.length}`)).toEqual([
      '__proto__ 1',
      'blog 2',
      'shop 1',
    ])
  })

  it('distinguishes objects of the same name in two clusters', () => {
    const two = new Map([...history, ['e', entry({ cluster: 'east' })]])
    const blogs = [...byObject(newestFirst(two)).values()].filter(({ name }) => name === 'blog')
    expect(blogs.map(({ cluster }) => cluster)).toEqual([undefined, 'east'])
    expect(matching(newestFirst(two), 'east')).toHaveLength(1)
  })

  it('lists an object as failing by its last reconcile only', () => {
    const healed = new Map([...history, ['e', entry({ startedAt: 4_000 })]])
    expect(failing(byObject(newestFirst(history))).map(({ name }) => name)).toEqual(['blog'])
    expect(failing(byObject(newestFirst(healed)))).toEqual([])
  })

  it.each([
    ['', 4],
    ['blog', 2],
    ['BLOG error', 1],
    ['kw_x', 1],
    ['nothing like it', 0],
  ])('for the search %j has %i entries', (text, count) => {
    expect(matching(newestFirst(history), text)).toHaveLength(count)
  })

  it('draws bars within its timeline', () => {
    const { bars, sinceMs } = timeline(newestFirst(history), 3_000)
    expect(sinceMs).toBe(10_000)
    for (const { from, width } of bars) expect([from >= 0, from + width <= 1.001]).toEqual([true, true])
  })
})
