import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { LivelockError } from './liveness-errors.ts'
import { Progress } from './progress.ts'

function progressOf(maxActions: number) {
  const clock = new VirtualClock()
  return { clock, progress: new Progress(clock, maxActions) }
}

describe('Progress', () => {
  it('assumes a livelock beyond the limit of actions', () => {
    const { progress } = progressOf(2)
    progress.countAction()
    progress.countAction()
    expect(() => progress.countAction()).toThrow(LivelockError)
  })

  it('counts towards the limit from the last step of the user', () => {
    const { progress } = progressOf(2)
    progress.countAction()
    progress.countAction()
    expect(progress.nextStep()).toBe(1)
    progress.countAction()
    expect(progress).toMatchObject({ step: 1, actions: 3, actionsInStep: 1 })
  })

  it('resets the limit only after enough time', async () => {
    const { clock, progress } = progressOf(2)
    progress.countAction()
    await clock.advance('30s')
    progress.resetLimitAfter(30_000)
    expect(progress.actionsInStep).toBe(1)
    await clock.advance('1s')
    progress.resetLimitAfter(30_000)
    expect(progress.actionsInStep).toBe(0)
  })

  it('knows the time of the last change; a step of the user is one', async () => {
    const { clock, progress } = progressOf(2)
    await clock.advance('1s')
    progress.noteChange()
    expect(progress.changedMs).toBe(1_000)
    await clock.advance('1s')
    progress.nextStep()
    expect(progress.changedMs).toBe(2_000)
  })
})
