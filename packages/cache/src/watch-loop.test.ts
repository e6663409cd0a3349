import { clientErrors } from '@kubewright/client'
import { seededRandom } from '@kubewright/core/random'
import { nextTurn, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { FollowedObjects } from './followed-objects.ts'
import { holdObject } from './held-object.ts'
import { describeFailure } from './source-failure.ts'
import type { SourceState } from './source-state.ts'
import { bookmark, changeOf, site, Website } from './testing/objects.ts'
import { ScriptedWatches, type Step } from './testing/scripted-watches.ts'
import { WatchLoop } from './watch-loop.ts'

const failed = (code: Parameters<typeof clientErrors>[0], why = 'the server said so') =>
  clientErrors(code, { what: 'watch websites', why })
const expired = failed('KW_CLIENT_EXPIRED')
const refused = failed('KW_CLIENT_INVALID')

/** A watch with the initial list as events, then the given ending. */
const streamed = (version: number, names: readonly string[], ending: Step['ending'] = 'stays'): Step => ({
  events: [...names.map((name) => changeOf('ADDED', site(name, version))), bookmark(version, true)],
  ending: ending!,
})

async function play(steps: readonly Step[]) {
  const clock = new VirtualClock()
  const server = new ScriptedWatches(clock, steps)
  const states: SourceState[] = []
  const observed: string[] = []
  const told: string[] = []
  const followed = new FollowedObjects({
    hold: holdObject,
    now: () => clock.elapsed(),
    tell: (changes) => told.push(...changes.map(({ type, object }) => `${type} ${object.metadata.name}`)),
  })
  const loop = new WatchLoop({
    server,
    sink: followed,
    clock,
    random: seededRandom('loop'),
    observer: {
      relisted: () => observed.push('relisted'),
      reconnected: () => observed.push('reconnected'),
      failed: ({ reason }) => observed.push(`failed ${reason}`),
    },
    describe: (error) => describeFailure(error, Website, {}),
    moved: (state) => states.push(state),
  })
  const stop = new AbortController()
  const running = loop.run(stop.signal)
  await nextTurn()
  return {
    clock,
    server,
    followed,
    told,
    observed,
    states,
    loop,
    stop,
    running,
    get phases() {
      return states.map(({ phase }) => phase)
    },
    names: () => followed.store.list().map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`),
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
      expect([server.open, clock.pending]).toEqual([0, []])
    },
  }
}

describe('the initial fill of a watch loop', () => {
  it('streams the initial list with a watch and continues on the same watch', async () => {
    const events = [changeOf('ADDED', site('a', 3)), changeOf('ADDED', site('b', 4)), bookmark(5, true)]
    const later = [changeOf('MODIFIED', site('a', 6)), changeOf('DELETED', site('b', 7)), bookmark(9)]
    await using it = await play([{ events: [...events, ...later], ending: 'stays' }])
    expect(it.server.asked).toEqual(['watch from the beginning'])
    expect([it.names(), it.followed.progress]).toEqual([['a 6'], '9'])
    expect(it.told).toEqual(['added a', 'added b', 'updated a', 'deleted b'])
    expect(it.phases).toEqual(['starting', 'filling', 'filling', 'live'])
  })

  it('drops objects that are deleted during the fill', async () => {
    const events = [changeOf('ADDED', site('a', 3)), changeOf('DELETED', site('a', 4)), bookmark(5, true)]
    await using it = await play([{ events, ending: 'stays' }])
    expect([it.names(), it.told]).toEqual([[], []])
  })

  it('exposes no objects before the initial list is complete', async () => {
    await using it = await play([{ events: [changeOf('ADDED', site('a', 3))], ending: 'stays' }])
    expect([it.followed.isSynced, it.names(), it.told]).toEqual([false, [], []])
    expect(it.states.at(-1)).toEqual({ phase: 'filling', by: 'stream', received: 1 })
  })

  it.each([
    { name: 'status 422', step: { events: [], ending: refused } },
    { name: 'status 400', step: { events: [], ending: failed('KW_CLIENT_BAD_REQUEST') } },
    {
      name: 'a bookmark that is not the last one',
      step: { events: [bookmark(3)], ending: 'stays' as const },
    },
    {
      name: 'an end before the list is complete',
      step: { events: [changeOf('ADDED', site('x', 1))], ending: 'ends' as const },
    },
    { name: 'no event at all', step: { events: [], ending: failed('KW_CLIENT_WATCH_IDLE') } },
  ])('falls back to a paged list at once when a streaming list gets $name', async ({ step }) => {
    const pages = { pages: [[site('a', 3), site('b', 4)], [site('c', 2)]], version: 8 }
    await using it = await play([step, pages, { events: [changeOf('ADDED', site('d', 9))], ending: 'stays' }])
    expect(it.server.asked).toEqual(['watch from the beginning', 'list', 'watch from 8'])
    expect([it.names(), it.observed]).toEqual([['a 3', 'b 4', 'c 2', 'd 9'], []])
    expect(
      it.states.filter((state) => 'by' in state && state.by === 'list').map((one) => 'received' in one && one.received),
    ).toEqual([0, 2, 3])
  })

  it('keeps using lists after the server has rejected a streaming list once', async () => {
    const list = (version: number) => ({ pages: [[site('a', version)]], version })
    await using it = await play([
      { events: [], ending: refused },
      list(3),
      { events: [], ending: expired },
      list(9),
      { events: [], ending: 'stays' },
    ])
    expect(it.server.asked).toEqual(['watch from the beginning', 'list', 'watch from 3', 'list', 'watch from 9'])
  })

  it('retries with an unpaged list after a continue token expired', async () => {
    await using it = await play([
      { events: [], ending: refused },
      { pages: [[site('a', 3)]], version: 3, ending: expired },
      { pages: [[site('a', 4), site('b', 4)]], version: 4 },
      { events: [], ending: 'stays' },
    ])
    expect(it.phases.at(-1)).toBe('failing')
    await it.clock.advance('2s')
    expect(it.server.asked.slice(1)).toEqual(['list', 'list whole', 'watch from 4'])
    expect(it.names()).toEqual(['a 4', 'b 4'])
  })
})

describe('a watch loop that is live', () => {
  it("resumes from the last event's or bookmark's resourceVersion when the watch ends", async () => {
    await using it = await play([
      streamed(5, ['a'], { endsAfterMs: 300_000 }),
      { events: [changeOf('MODIFIED', site('a', 6))], ending: { endsAfterMs: 300_000 } },
      { events: [bookmark(8)], ending: { endsAfterMs: 300_000 } },
      { events: [], ending: 'stays' },
    ])
    await it.clock.advance('15m')
    expect(it.server.asked.slice(1)).toEqual(['watch from 5', 'watch from 6', 'watch from 8'])
    expect(it.observed).toEqual(['reconnected', 'reconnected', 'reconnected'])
    expect(it.phases.slice(3)).toEqual(['live', 'resuming', 'live', 'resuming', 'live', 'resuming'])
  })

  it('does not count the first watch after a list as a reconnect', async () => {
    await using it = await play([
      { events: [], ending: refused },
      { pages: [[]], version: 5 },
      { events: [], ending: { endsAfterMs: 60_000 } },
      { events: [], ending: 'stays' },
    ])
    expect(it.observed).toEqual([])
    await it.clock.advance('1m')
    expect(it.observed).toEqual(['reconnected'])
  })

  it('relists at once after 410 Gone and serves the old state until the relist is complete', async () => {
    const refill = { events: [changeOf('ADDED', site('c', 9))], ending: 'stays' as const }
    await using it = await play([streamed(5, ['a', 'b'], expired), refill])
    expect(it.server.asked).toEqual(['watch from the beginning', 'watch from the beginning'])
    expect([it.names(), it.states.at(-1)]).toEqual([['a 5', 'b 5'], { phase: 'refilling', received: 1 }])
  })

  it('notifies changes and deletions found by a relist', async () => {
    const events = [changeOf('ADDED', site('b', 7)), changeOf('ADDED', site('c', 8)), bookmark(9, true)]
    await using it = await play([streamed(5, ['a', 'b'], expired), { events, ending: 'stays' }])
    expect(it.told.slice(2)).toEqual(['deleted a', 'updated b', 'added c'])
    expect([it.observed, it.phases.at(-1)]).toEqual([['relisted'], 'live'])
  })

  it('backs off with reason Expired when a second relist is needed soon after the first', async () => {
    const lists = [streamed(5, ['a'], expired), streamed(6, ['a'], expired), streamed(7, ['a'])]
    await using it = await play(lists)
    expect([it.server.asked.length, it.observed]).toEqual([2, ['relisted', 'failed Expired']])
    expect(it.states.at(-1)).toMatchObject({ phase: 'failing', attempts: 1 })
    await it.clock.advance('2s')
    expect([it.names(), it.states.at(-1)?.phase]).toEqual([['a 7'], 'live'])
  })

  it('relists at once again if the last relist was a minute ago', async () => {
    const later = streamed(6, ['a'], { endsAfterMs: 60_000 })
    await using it = await play([
      streamed(5, ['a'], expired),
      later,
      { events: [], ending: expired },
      streamed(7, ['a']),
    ])
    await it.clock.advance('1m')
    expect([it.names(), it.observed]).toEqual([['a 7'], ['relisted', 'reconnected', 'relisted']])
  })

  it('backs off when the relist expires as well', async () => {
    await using it = await play([streamed(5, ['a'], expired), { events: [], ending: expired }, streamed(9, ['a'])])
    expect([it.server.asked.length, it.phases.at(-1)]).toEqual([2, 'failing'])
    await it.clock.advance('2s')
    expect([it.server.asked.length, it.phases.at(-1)]).toEqual([3, 'live'])
  })

  it('rejects a relist that is older than the served state, and keeps that state', async () => {
    await using it = await play([streamed(50, ['a'], expired), streamed(40, []), streamed(51, ['b'])])
    expect(it.names()).toEqual(['a 50'])
    expect(it.states.at(-1)).toMatchObject({
      phase: 'failing',
      failure: { message: expect.stringContaining('older state') },
    })
    await it.clock.advance('2s')
    expect(it.names()).toEqual(['b 51'])
  })

  it('ignores replayed events, so that a deleted object does not reappear', async () => {
    const later = [
      changeOf('DELETED', site('a', 6)),
      changeOf('ADDED', site('a', 5)),
      changeOf('DELETED', site('a', 6)),
    ]
    await using it = await play([
      { events: [changeOf('ADDED', site('a', 5)), bookmark(5, true), ...later], ending: { endsAfterMs: 60_000 } },
      { events: [], ending: 'stays' },
    ])
    await it.clock.advance('1m')
    expect([it.told, it.names(), it.server.asked.at(-1)]).toEqual([['added a', 'deleted a'], [], 'watch from 6'])
  })

  it.each([
    { name: 'without any event', events: [] },
    { name: 'with only a known bookmark', events: [bookmark(5)] },
  ])('treats a watch that ends at once $name as a failure and backs off', async ({ events }) => {
    await using it = await play([
      streamed(5, ['a'], 'ends'),
      { events, ending: 'ends' },
      { events: [], ending: 'stays' },
    ])
    expect(it.server.asked.length).toBe(2)
    expect(it.states.at(-1)).toMatchObject({
      phase: 'failing',
      failure: { message: expect.stringContaining('closed before any event') },
    })
    await it.clock.advance('2s')
    expect(it.server.asked.length).toBe(3)
  })
})

describe('a watch loop that fails', () => {
  it.each([
    { code: 'KW_CLIENT_FORBIDDEN', reason: 'Forbidden' },
    { code: 'KW_CLIENT_UNKNOWN_KIND', reason: 'UnknownKind' },
    { code: 'KW_CLIENT_TOO_MANY_REQUESTS', reason: 'TooManyRequests' },
    { code: 'KW_CLIENT_SERVER_FAILED', reason: 'Failed' },
    { code: 'KW_CLIENT_UNAUTHORIZED', reason: 'Unauthorized' },
    { code: 'KW_CLIENT_TIMEOUT', reason: 'Timeout' },
  ] as const)("reports $code with the resource's name, and retries", async ({ code, reason }) => {
    await using it = await play([{ events: [], ending: failed(code) }, streamed(5, ['a'])])
    const { failure, attempts } = it.states.at(-1) as Extract<SourceState, { phase: 'failing' }>
    expect([failure.reason, attempts, it.observed]).toEqual([reason, 1, [`failed ${reason}`]])
    expect(failure.message).toContain('websites')
    await it.clock.advance('1600ms')
    expect([it.phases.at(-1), it.names()]).toEqual(['live', ['a 5']])
  })

  it('keeps the cached objects and resumes from the last resourceVersion', async () => {
    await using it = await play([
      streamed(5, ['a'], failed('KW_CLIENT_SERVER_FAILED')),
      { events: [changeOf('MODIFIED', site('a', 6))], ending: 'stays' },
    ])
    expect([it.names(), it.phases.at(-1)]).toEqual([['a 5'], 'failing'])
    await it.clock.advance('2s')
    expect([it.names(), it.server.asked.at(-1), it.phases.at(-1)]).toEqual([['a 6'], 'watch from 5', 'live'])
    expect(it.observed).toEqual(['failed Failed', 'reconnected'])
  })

  it('stays in phase failing until a retry succeeds, even if the retry hangs', async () => {
    await using it = await play([
      { events: [], ending: failed('KW_CLIENT_FORBIDDEN') },
      { events: [], ending: 'stays' },
    ])
    await it.clock.advance('10m')
    expect([it.server.asked.length, it.phases]).toEqual([2, ['starting', 'filling', 'failing']])
  })

  it('backs off from 800 ms to 30 s with up to 100 % jitter, and resets after two healthy minutes', async () => {
    const no = { events: [], ending: failed('KW_CLIENT_FORBIDDEN') }
    const well = streamed(5, [], { endsAfterMs: 121_000 })
    await using it = await play([...Array.from({ length: 8 }, () => no), well, no, { events: [], ending: 'stays' }])
    const waits = () => it.states.flatMap((state) => (state.phase === 'failing' ? [state.retryInMs] : []))
    await it.clock.advance('10m')
    expect(it.phases.at(-1)).toBe('resuming')
    const bases = [800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 800]
    for (const [at, base] of bases.entries()) {
      expect(waits()[at]).toBeGreaterThanOrEqual(base)
      expect(waits()[at]).toBeLessThan(2 * base)
    }
    expect(new Set(waits().map((wait, at) => wait / bases[at]!)).size).toBe(9)
  })
})

describe('a watch loop that is stopped', () => {
  it.each([
    { name: 'during a streaming list', steps: [{ events: [changeOf('ADDED', site('a', 3))], ending: 'stays' }] },
    {
      name: 'during a paged list',
      steps: [
        { events: [], ending: refused },
        { pages: [[site('a', 3)]], version: 3, ending: 'stays' },
      ],
    },
    { name: 'while live', steps: [streamed(5, ['a'])] },
    { name: 'during back-off', steps: [{ events: [], ending: failed('KW_CLIENT_FORBIDDEN') }] },
    { name: 'while resuming', steps: [streamed(5, ['a'], { endsAfterMs: 0 }), { events: [], ending: 'stays' }] },
  ] as { name: string; steps: Step[] }[])('leaves no timer or watch behind when stopped $name', async ({ steps }) => {
    const it = await play(steps)
    await it.clock.advance(0)
    await it[Symbol.asyncDispose]()
    expect(it.phases.at(-1)).toBe('stopped')
    expect(it.observed.filter((one) => one === 'failed Failed')).toEqual([])
  })

  it('exposes nothing of an unfinished list', async () => {
    const it = await play([
      { events: [], ending: refused },
      { pages: [[site('a', 3)]], version: 3, ending: 'stays' },
    ])
    await it[Symbol.asyncDispose]()
    expect([it.followed.isSynced, it.names(), it.told]).toEqual([false, [], []])
  })

  it('sends no request if it was stopped before it began', async () => {
    const clock = new VirtualClock()
    const server = new ScriptedWatches(clock, [])
    const phases: string[] = []
    const followed = new FollowedObjects({ hold: holdObject, now: () => 0, tell: () => undefined })
    const loop = new WatchLoop({
      server,
      sink: followed,
      clock,
      random: seededRandom(1),
      observer: {},
      describe: (error) => describeFailure(error, Website, {}),
      moved: ({ phase }) => phases.push(phase),
    })
    await loop.run(AbortSignal.abort())
    expect([server.asked, phases]).toEqual([[], ['starting', 'stopped']])
  })
})
