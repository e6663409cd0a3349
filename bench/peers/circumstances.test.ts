import { describe, expect, it } from 'vitest'
import { busyMsOf, MachineWatch, warningOf } from './circumstances.ts'

describe('busyMsOf', () => {
  it('counts what processors worked and what the host took, not what they waited', () => {
    expect(busyMsOf('cpu  10 1 5 1000 200 2 3 4 7 0\ncpu0 1 1 1 1\n')).toBe(250)
  })
})

describe('warningOf', () => {
  it('is silent on a quiet machine', () => {
    expect(warningOf(0.2)).toBeUndefined()
    expect(warningOf(0.9)).toContain('0.9 cores')
  })
})

describe.runIf(process.platform === 'linux')('MachineWatch', () => {
  it('does not take its own work for that of others', () => {
    const watch = new MachineWatch()
    const until = performance.now() + 300
    while (performance.now() < until);
    const { othersCores, load } = watch.read()
    expect(othersCores).toBeGreaterThanOrEqual(0)
    expect(load.before).toBeGreaterThanOrEqual(0)
  })
})
