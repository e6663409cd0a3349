import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { ExplorationListener, ExplorationResult, ExplorationSource, ExploredFailure } from './exploration.ts'
import { ExplorationRunner } from './exploration-runner.ts'
import type { StreamEvent } from './stream-event.ts'
import { TopicHub } from './topic-hub.ts'

const sequence = { before: [], moments: [{ type: 'quiet', text: 'the cluster is idle' }] } as const
const failure: ExploredFailure = { oracle: 'leak', message: 'left', times: 1, story: 's', planFile: '{}', sequence }

/** Runs nothing: the test drives the progress. */
function setUp(files: readonly string[] = ['a.explore.ts']) {
  const clock = new VirtualClock()
  const runs: { listener: ExplorationListener; end(result: ExplorationResult): void; fail(error: Error): void }[] = []
  const source: ExplorationSource = {
    find: async () => files,
    run: (_, listener) =>
      new Promise<ExplorationResult>((end, fail) => {
        runs.push({ listener, end, fail })
        listener.signal.addEventListener('abort', () => end({ runs: 2, failures: [failure] }))
      }),
  }
  const runner = new ExplorationRunner(source, clock)
  const hub = new TopicHub(runner.topics, clock)
  const read = (topic: string) => {
    const heard: StreamEvent[] = []
    hub.follow(topic, (event) => heard.push(event))[Symbol.dispose]()
    const [first] = heard
    return first?.type === 'snapshot' ? Object.fromEntries(first.entries) : first
  }
  return { clock, runner, runs, read, hub }
}

describe('the exploration runner of the dashboard', () => {
  it('runs one at a time, publishes progress, and keeps the result until the next run', async () => {
    const { runner, runs, read } = setUp()
    await runner.start({ file: 'a.explore.ts' })
    await expect(runner.start({ file: 'a.explore.ts' })).rejects.toThrow('another exploration is running')
    runs[0]!.listener.progress({ strategy: 'single', runs: 1, plans: 3, faults: 1, failures: 0 })
    expect(read('exploration')).toMatchObject({ run: { state: 'running', strategies: [{ played: 1, plans: 3 }] } })

    runs[0]!.end({ runs: 3, seed: 'k', failures: [failure] })
    await expect.poll(() => read('exploration')).toMatchObject({ run: { state: 'done', failures: 1 } })
    expect(read('exploration')).toMatchObject({ 1: { oracle: 'leak', hasSequence: true } })
    expect(read('exploration-story:1')).toEqual({ sequence })

    await runner.start({ file: 'a.explore.ts' })
    expect(read('exploration')).not.toHaveProperty('1')
    expect(read('exploration-story:1')).toEqual({})
    await runner[Symbol.asyncDispose]()
  })

  it('removes old failures for viewers when the next run starts', async () => {
    const { clock, runner, runs, hub } = setUp()
    const told: StreamEvent[] = []
    await runner.start({ file: 'a.explore.ts' })
    runs[0]!.end({ runs: 3, failures: [failure] })
    using _ = hub.follow('exploration', (event) => told.push(event))
    await expect.poll(() => runner.start({ file: 'a.explore.ts' }).then(() => 'started', String)).toBe('started')
    await clock.advance(200)
    expect(told.at(-1)).toMatchObject({ type: 'change', removed: ['1'] })
    await runner[Symbol.asyncDispose]()
  })

  it('starts one run if two viewers start at the same time', async () => {
    const { runner, runs } = setUp()
    const both = await Promise.allSettled([
      runner.start({ file: 'a.explore.ts' }),
      runner.start({ file: 'a.explore.ts' }),
    ])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(runs).toHaveLength(1)
    await runner[Symbol.asyncDispose]()
  })

  it('stops a run and keeps the failures found so far', async () => {
    const { runner, read } = setUp()
    await runner.start({ file: 'a.explore.ts' })
    runner.stop()
    expect(read('exploration')).toMatchObject({ run: { state: 'stopping' } })
    await expect.poll(() => read('exploration')).toMatchObject({ run: { state: 'stopped', failures: 1 } })
    runner.stop() // nothing runs: nothing happens
  })

  it('publishes why an exploration could not run', async () => {
    const { runner, runs, read } = setUp()
    await runner.start({ file: 'a.explore.ts' })
    runs[0]!.fail(new Error('its default export is no exploration'))
    const problem = 'its default export is no exploration'
    await expect.poll(() => read('exploration')).toMatchObject({ run: { state: 'failed', problem } })
  })

  it('refuses files that were not discovered, whatever their path', async () => {
    const { runner, runs } = setUp()
    for (const file of ['../../etc/passwd', '__proto__', '', 'b.explore.ts']) {
      await expect(runner.start({ file })).rejects.toThrow('there is no exploration')
    }
    expect(runs).toEqual([])
  })

  it.each([
    [{}, 'the field "file" is required'],
    [{ file: 'a.explore.ts', seed: 'x'.repeat(201) }, '"seed"'],
    [{ file: 'a.explore.ts', budget: 'a while' }, '"budget" is not a duration'],
    [{ file: 'a.explore.ts', budget: '0s' }, '"budget" is not a duration'],
    [{ file: 'a.explore.ts', runs: 1.5 }, '"runs" is not a number above zero'],
    [{ file: 'a.explore.ts', strategies: ['luck'] }, '"strategies" is not a list'],
    [{ file: 'a.explore.ts', strategies: [] }, '"strategies" is not a list'],
  ])('refuses %j', async (body, message) => {
    await expect(setUp().runner.start(body)).rejects.toThrow(message)
  })

  it.each(['exploration-story:0', 'exploration-story:__proto__', 'exploration-story:', 'exploration:1'])(
    'has no topic %s',
    (topic) => expect(setUp().read(topic)).toMatchObject({ type: 'problem' }),
  )
})
