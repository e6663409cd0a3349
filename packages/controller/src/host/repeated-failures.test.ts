import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { RepeatedFailures } from './repeated-failures.ts'

describe('failures that repeat', () => {
  it('are logged at once, then at most once a minute with the number of those in between', async () => {
    const clock = new VirtualClock()
    const failures = new RepeatedFailures<string>(clock, new Map())
    expect(failures.note('when Site')).toEqual({})
    expect(failures.note('when Site')).toBeUndefined()
    await clock.advance(59_999)
    expect(failures.note('when Site')).toBeUndefined()
    await clock.advance(1)
    expect(failures.note('when Site')).toEqual({ suppressed: 2 })
    await clock.advance(60_000)
    expect(failures.note('when Site')).toEqual({})
  })

  it('are counted for each key', () => {
    const failures = new RepeatedFailures<object>(new VirtualClock(), new WeakMap())
    const [one, two] = [{}, {}]
    expect(failures.note(one)).toEqual({})
    expect(failures.note(two)).toEqual({})
    expect(failures.note(one)).toBeUndefined()
  })
})
