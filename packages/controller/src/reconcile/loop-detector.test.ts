import { describe, expect, it } from 'vitest'
import { LoopDetector } from './loop-detector.ts'

const blog = { namespace: 'default', name: 'blog' }

/** Notes so many reconciles, one every `everyMs`. Returns what was found, and after how many. */
function notes(
  detector: LoopDetector,
  count: number,
  everyMs: number,
  next: (at: number) => { generation?: number; changed?: number } = () => ({}),
) {
  return Array.from({ length: count }).flatMap((_, at) => {
    const found = detector.note(blog, { generation: 1, changed: 1, now: at * everyMs, ...next(at) })
    return found === undefined ? [] : [{ after: at + 1, ...found }]
  })
}

describe('an object that is reconciled again and again', () => {
  it('is found, once, if it is written each time and nobody wants it changed', () => {
    const loop = { controller: 'sites', object: blog, reconciles: 20, withinMs: 1_900 }
    expect(notes(new LoopDetector('sites'), 60, 100)).toEqual([{ after: 20, ...loop }])
  })

  const innocent = [
    { name: 'nothing is written now and then', next: (at: number) => ({ changed: at % 19 === 18 ? 0 : 1 }) },
    { name: 'somebody changes what is wanted', next: (at: number) => ({ generation: Math.floor(at / 15) }) },
  ]

  it.each(innocent)('is no loop if $name', ({ next }) => {
    expect(notes(new LoopDetector('sites'), 100, 100, next)).toEqual([])
  })

  it('is no loop if it takes its time', () => {
    expect(notes(new LoopDetector('sites'), 100, 4_000)).toEqual([])
  })

  it('begins anew when the object has gone', () => {
    const detector = new LoopDetector('sites')
    expect(notes(detector, 19, 100)).toEqual([])
    detector.forget(blog)
    expect(notes(detector, 19, 100)).toEqual([])
  })
})
