import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sleep } from './sleep.ts'
import { VirtualClock } from './virtual-clock.ts'

describe('VirtualClock', () => {
  it('starts at the given time and does not advance by itself', async () => {
    const clock = new VirtualClock({ start: '2030-05-06T07:08:09Z' })
    await sleepless()
    expect([clock.now(), clock.elapsed()]).toEqual([Date.UTC(2030, 4, 6, 7, 8, 9), 0])
  })

  it.each(['soon', '2026-01-01T00:00:00', Number.NaN])('rejects the start %s', (start) => {
    expect(() => new VirtualClock({ start })).toThrow(expect.objectContaining({ code: 'KW_CORE_TIME' }))
  })

  it('fires timers in due order, FIFO for equal times', async () => {
    const clock = new VirtualClock()
    const seen: string[] = []
    for (const [name, ms] of [
      ['c', 30],
      ['a', 10],
      ['d', 30],
      ['b', 20],
      ['e', 30],
      ['now', -5],
      ['nan', Number.NaN],
    ] as const) {
      clock.schedule(ms, () => seen.push(`${name}@${clock.elapsed()}`))
    }
    await clock.advance(29)
    expect(seen).toEqual(['now@0', 'nan@0', 'a@10', 'b@20'])
    await clock.advance(1)
    expect(seen.slice(4)).toEqual(['c@30', 'd@30', 'e@30'])
  })

  it('lets promise chains settle between two timers', async () => {
    const clock = new VirtualClock()
    const seen: string[] = []
    clock.schedule(1, () => {
      void (async () => {
        for (let hop = 0; hop < 1000; hop++) await Promise.resolve()
        await new Promise<void>((resolve) => process.nextTick(resolve))
        seen.push(`chain@${clock.elapsed()}`)
      })()
    })
    clock.schedule(2, () => seen.push(`timer@${clock.elapsed()}`))
    await clock.advance('1s')
    expect(seen).toEqual(['chain@1', 'timer@2'])
    expect(clock.elapsed()).toBe(1000)
  })

  it('fires timers within the same advance() that were scheduled during it', async () => {
    const clock = new VirtualClock()
    const seen: number[] = []
    void (async () => {
      for (;;) {
        await sleep(clock, '10s')
        seen.push(clock.elapsed())
      }
    })()
    await clock.advance('35s')
    expect(seen).toEqual([10_000, 20_000, 30_000])
  })

  it('lets pending promises settle before it fires the first timer', async () => {
    const clock = new VirtualClock()
    let woke = false
    void Promise.resolve()
      .then(() => sleep(clock, '1s'))
      .then(() => (woke = true))
    await clock.advance('1s')
    expect(woke).toBe(true)
  })

  it('does not fire a disposed timer, even if disposed twice', async () => {
    const clock = new VirtualClock()
    let ran = 0
    const timer = clock.schedule(10, () => ran++)
    const other = clock.schedule(10, () => ran++)
    timer[Symbol.dispose]()
    timer[Symbol.dispose]()
    await clock.advance(10)
    other[Symbol.dispose]()
    expect([ran, clock.pending]).toEqual([1, []])
  })

  it('never fires a timer with an infinite delay', async () => {
    const clock = new VirtualClock()
    const timer = clock.schedule(Number.POSITIVE_INFINITY, () => expect.unreachable())
    await clock.advance('1000d')
    expect(clock.nextInMs).toBe(Number.POSITIVE_INFINITY)
    timer[Symbol.dispose]()
  })

  it('jump() changes wall time but neither elapsed time nor timers', async () => {
    const clock = new VirtualClock({ start: 1_000_000 })
    let ran = false
    clock.schedule(60_000, () => (ran = true))
    clock.jump(3_600_000)
    await clock.advance(0)
    expect([clock.now(), clock.elapsed(), ran]).toEqual([4_600_000, 0, false])
    clock.jump(-4_000_000)
    await clock.advance(60_000)
    expect([clock.now(), clock.elapsed(), ran]).toEqual([660_000, 60_000, true])
  })

  it('lists pending timers by due time with their origin', async () => {
    const clock = new VirtualClock()
    clock.schedule(500, () => {})
    await clock.advance(100)
    clock.schedule(50, () => {})
    expect(clock.pending.map(({ inMs }) => inMs)).toEqual([50, 400])
    expect(clock.pending[0]!.origin).toMatch(/^ +at .*virtual-clock\.test\.ts/)
    expect(clock.nextInMs).toBe(50)
  })

  it('records no origins with keepsOrigins: false', () => {
    const clock = new VirtualClock({ keepsOrigins: false })
    clock.schedule(50, () => {})
    expect(clock.pending).toEqual([{ inMs: 50, origin: '' }])
  })

  it('runUntilIdle() runs all timers and returns the time that took', async () => {
    const clock = new VirtualClock()
    const seen: number[] = []
    void (async () => {
      for (const pause of [1, 20, 300]) {
        await sleep(clock, pause)
        seen.push(clock.elapsed())
      }
    })()
    expect(await clock.runUntilIdle('1m')).toBe(321)
    expect([seen, clock.elapsed()]).toEqual([[1, 21, 321], 321])
    clock.schedule(7, () => {})
    expect(await clock.runUntilIdle('1m')).toBe(7)
  })

  it('runUntilIdle() lists the pending timers when it exceeds its limit', async () => {
    const clock = new VirtualClock()
    clock.schedule(120_000, () => {})
    await expect(clock.runUntilIdle('1m')).rejects.toThrow(
      /^Cannot become idle within 1m: a timer waits\. Stop .* limit\.\n- in 120000 ms, scheduled\n +at .*virtual-clock\.test\.ts/,
    )
  })

  it('a delay is over when its timer fires, whenever it began: the difference of two times is exact', async () => {
    const moment = fc.double({ min: 0, max: 1e9, noNaN: true })
    await fc.assert(
      fc.asyncProperty(moment, fc.double({ min: 0, max: 1e6, noNaN: true }), async (began, delay) => {
        const clock = new VirtualClock({ maxTimers: 10 })
        await clock.advance(began)
        const since = clock.elapsed()
        const early: number[] = []
        const check = () => {
          const left = delay - (clock.elapsed() - since)
          if (left <= 0) return
          early.push(left)
          clock.schedule(left, check)
        }
        clock.schedule(delay, check)
        await clock.advance('1h')
        expect(early).toEqual([])
      }),
    )
  })

  it('fails with KW_CORE_CLOCK_BUSY when timers keep scheduling timers at the same time', async () => {
    const clock = new VirtualClock({ maxTimers: 50 })
    const spin = () => void clock.schedule(0, spin)
    spin()
    await expect(clock.advance('1s')).rejects.toMatchObject({ code: 'KW_CORE_CLOCK_BUSY' })
    expect(clock.elapsed()).toBe(0)
  })

  it('advance() rejects with an error thrown by a timer, and can be called again', async () => {
    const clock = new VirtualClock()
    let ran = false
    clock.schedule(10, () => {
      throw new Error('boom')
    })
    clock.schedule(20, () => (ran = true))
    await expect(clock.advance('1s')).rejects.toThrow('boom')
    expect([clock.elapsed(), ran]).toEqual([10, false])
    await clock.advance(10)
    expect(ran).toBe(true)
  })

  it('rejects a concurrent advance()', async () => {
    const clock = new VirtualClock()
    const first = clock.advance('1s')
    await expect(clock.advance('1s')).rejects.toMatchObject({ code: 'KW_CORE_CLOCK_MOVING' })
    await first
    expect(clock.elapsed()).toBe(1000)
  })

  it('awaits settle before the first timer and after each', async () => {
    const seen: string[] = []
    const clock = new VirtualClock({ settle: async () => void seen.push('settle') })
    clock.schedule(1, () => seen.push('one'))
    clock.schedule(2, () => seen.push('two'))
    await clock.advance(5)
    expect(seen).toEqual(['settle', 'one', 'settle', 'two', 'settle'])
  })

  it('equals a simple model under random scheduling, cancelling and advancing', async () => {
    const step = fc.oneof(
      fc.record({ schedule: fc.nat(50), again: fc.option(fc.nat(30)) }),
      fc.record({ cancel: fc.nat() }),
      fc.record({ advance: fc.nat(40) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (script) => {
        const clock = new VirtualClock()
        const seen: string[] = []
        const model = new Model()
        const timers: Disposable[] = []
        for (const [index, one] of script.entries()) {
          if ('advance' in one) {
            await clock.advance(one.advance)
            model.advance(one.advance)
          } else if ('cancel' in one) {
            const chosen = timers.length === 0 ? -1 : one.cancel % timers.length
            timers[chosen]?.[Symbol.dispose]()
            model.cancel(chosen)
          } else {
            const { schedule, again } = one
            // The follow-up is scheduled a few promises later, as in real code.
            const followUp = async () => {
              seen.push(`${index}@${clock.elapsed()}`)
              for (let hop = 0; hop < 3; hop++) await Promise.resolve()
              if (again !== null) clock.schedule(again, () => seen.push(`${index}'@${clock.elapsed()}`))
            }
            timers.push(clock.schedule(schedule, () => void followUp()))
            model.schedule(`${index}`, schedule, again)
          }
        }
        expect(seen).toEqual(model.seen)
      }),
    )
  })
})

/** A reference implementation with a linear search. */
class Model {
  readonly seen: string[] = []
  readonly #timers: { name: string; due: number; again: number | null; isLive: boolean }[] = []
  readonly #scheduled: number[] = []
  #now = 0

  schedule(name: string, ms: number, again: number | null): void {
    this.#scheduled.push(this.#timers.length)
    this.#timers.push({ name, due: this.#now + ms, again, isLive: true })
  }

  cancel(nth: number): void {
    const timer = this.#timers[this.#scheduled[nth] ?? -1]
    if (timer) timer.isLive = false
  }

  advance(ms: number): void {
    const until = this.#now + ms
    for (;;) {
      const due = this.#timers.filter((timer) => timer.isLive && timer.due <= until)
      const next = due.reduce<(typeof due)[0] | undefined>(
        (first, timer) => (first && first.due <= timer.due ? first : timer),
        undefined,
      )
      if (!next) break
      next.isLive = false
      this.#now = next.due
      this.seen.push(`${next.name}@${next.due}`)
      if (next.again !== null)
        this.#timers.push({ name: `${next.name}'`, due: next.due + next.again, again: null, isLive: true })
    }
    this.#now = until
  }
}

/** A turn of the real event loop. */
function sleepless(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
