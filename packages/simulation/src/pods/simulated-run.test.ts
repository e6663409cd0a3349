import type { Container } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import type { Behaviour, BehaviourName } from './behaviour.ts'
import { seeSimulated, type SimulatedRun } from './simulated-run.ts'

const web: Container = { name: 'web', image: 'web:1' }
const probed: Container = {
  ...web,
  startupProbe: { initialDelaySeconds: 5 },
  readinessProbe: { initialDelaySeconds: 2 },
}
const does = (word: BehaviourName): Behaviour => ({
  does: word,
  afterMs: 1_000,
  exitCode: 3,
  message: undefined,
  startDelayMs: 0,
  stopDelayMs: 100,
})
const run: SimulatedRun = { id: 'a', startsAt: 1_000 }

describe('a simulated container', () => {
  it.each([
    { name: 'is being created', at: 999, word: 'runs', seen: { is: 'preparing', changesAt: 1_000 } },
    { name: 'is running', at: 1_000, word: 'runs', seen: { is: 'running', isStarted: true, isReady: true } },
    { name: 'announces its exit time', at: 1_000, word: 'crashes', seen: { is: 'running', changesAt: 2_000 } },
    { name: 'crashes', at: 2_000, word: 'crashes', seen: { is: 'exited', exitCode: 3, reason: 'Error' } },
    { name: 'completes', at: 2_000, word: 'completes', seen: { is: 'exited', exitCode: 0, reason: 'Completed' } },
    { name: 'is OOM-killed', at: 2_000, word: 'out-of-memory', seen: { exitCode: 137, reason: 'OOMKilled' } },
    { name: 'is never ready', at: 9_000, word: 'never-ready', seen: { is: 'running', isReady: false } },
  ] as const)('$name', ({ at, word, seen }) => {
    expect(seeSimulated(run, web, does(word), at)).toMatchObject(seen)
  })

  it('becomes started and ready after the initial delays of its probes', () => {
    const at = (now: number) => seeSimulated(run, probed, does('runs'), now)
    expect(at(1_000)).toMatchObject({ isStarted: false, isReady: false, changesAt: 6_000 })
    expect(at(6_000)).toMatchObject({ isStarted: true, isReady: false, changesAt: 8_000 })
    expect(at(8_000)).toEqual({ is: 'running', id: 'a', startedAt: 1_000, isStarted: true, isReady: true })
  })

  it('stops after its stop delay, but no later than the grace period', () => {
    const stopped = { ...run, stop: { at: 2_000, by: 5_000 } }
    const slow = { ...does('runs'), stopDelayMs: 9_000 }
    const see = (behaviour: Behaviour, at: number) => seeSimulated(stopped, web, behaviour, at)
    expect(see(does('runs'), 2_000)).toMatchObject({ is: 'running', isReady: true, changesAt: 2_100 })
    expect(see(does('runs'), 2_100)).toMatchObject({ is: 'exited', exitCode: 0 })
    expect(see(slow, 4_999)).toMatchObject({ is: 'running', changesAt: 5_000 })
    expect(see(slow, 5_000)).toMatchObject({ is: 'exited', exitCode: 137 })
    expect(see(does('stubborn'), 2_000)).toMatchObject({ is: 'running', changesAt: 5_000 })
    expect(see(does('stubborn'), 5_000)).toMatchObject({ is: 'exited', exitCode: 137 })
  })

  it('exits at once when stopped before it has started', () => {
    expect(seeSimulated({ ...run, stop: { at: 500, by: 5_000 } }, web, does('runs'), 500)).toMatchObject({
      is: 'exited',
      exitCode: 0,
    })
  })
})
