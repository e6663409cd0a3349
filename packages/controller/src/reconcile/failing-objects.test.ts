import { describe, expect, it } from 'vitest'
import { FailingObjects } from './failing-objects.ts'

const blog = { namespace: 'default', name: 'blog' }
const at = (now: number, isTerminal = false) => ({ now, isTerminal })

describe('reports of an object whose reconcile keeps failing', () => {
  it('start at the second failure after one second, then repeat at every power of two', () => {
    const failing = new FailingObjects()
    const told = Array.from({ length: 40 }, (_, index) => (failing.failed(blog, at(index * 1_000)) ? index + 1 : 0))
    expect(told.filter((count) => count > 0)).toEqual([2, 4, 8, 16, 32])
    expect(new FailingObjects().failed(blog, at(0))).toBe(false)
  })

  it('repeat after ten minutes, and start at once for terminal errors', () => {
    const failing = new FailingObjects()
    for (const now of [0, 1_000, 2_000]) failing.failed(blog, at(now))
    expect([failing.failed(blog, at(3_000)), failing.failed(blog, at(4_000))]).toEqual([true, false])
    expect(failing.failed(blog, at(604_000))).toBe(true)
    expect(new FailingObjects().failed(blog, at(0, true))).toBe(true)
  })

  it('start over after a success', () => {
    const failing = new FailingObjects()
    failing.failed(blog, at(0))
    failing.forget(blog)
    expect([failing.failed(blog, at(60_000)), failing.isStalled(blog, at(60_001))]).toEqual([false, false])
  })

  it('call it stalled after the second failure, once a minute has passed', () => {
    const failing = new FailingObjects()
    failing.failed(blog, at(0))
    expect(failing.isStalled(blog, at(70_000))).toBe(false)
    failing.failed(blog, at(10))
    expect([failing.isStalled(blog, at(59_000)), failing.isStalled(blog, at(60_000))]).toEqual([false, true])
  })

  it('are limited when a hundred thousand objects fail', () => {
    const failing = new FailingObjects()
    let told = 0
    for (const now of [0, 2_000, 4_000]) {
      for (let index = 0; index < 100_000; index++) {
        if (failing.failed({ namespace: 'default', name: `site-${index}` }, at(now))) told++
      }
    }
    expect(told).toBeLessThan(60)
  })
})
