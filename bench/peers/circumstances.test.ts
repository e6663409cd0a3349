import { describe, expect, it } from 'vitest'
import { busyMsOf, MachineWatch, warningOf } from './circumstances.ts'

describe('busyMsOf', () => {
  it('counts busy and stolen CPU time of /proc/stat, not idle and I/O wait', () => {
    expect(busyMsOf('cpu  10 1 5 1000 200 2 3 4 7 0\ncpu0 1 1 1 1\n')).toBe(250)
  })
})

describe('warningOf', () => {
  it("warns about other processes' CPU usage only above a threshold", () => {
    expect(warningOf(0.2)).toBeUndefined()
    expect(warningOf(0.9)).toContain('0.9 cores')
  })
})

describe.runIf(process.platform === 'linux')('MachineWatch', () => {
  it('reports CPU usage of other processes without its own', () => {
    const watch = new MachineWatch()
    const until = performance.now() + 300
    while (performance.now() < until);
    const { othersCores, load } = watch.read()
    expect(othersCores).toBeGreaterThanOrEqual(0)
    expect(load.before).toBeGreaterThanOrEqual(0)
  })
})
