import { describe, expect, it } from 'vitest'
import { LoopDetector } from './loop-detector.ts'

const blog = { namespace: 'default', name: 'blog' }

/** Notes that many reconciles, one every `everyMs`. Returns the loops found, and after how many reconciles. */
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

describe('the reconcile loop detector', () => {
  it('reports a loop once if every reconcile writes the object and its spec does not change', () => {
    const loop = { controller: 'sites', object: blog, reconciles: 20, withinMs: 1_900 }
    expect(notes(new LoopDetector('sites'), 60, 100)).toEqual([{ after: 20, ...loop }])
  })

  const innocent = [
    { name: 'some reconciles write nothing', next: (at: number) => ({ changed: at % 19 === 18 ? 0 : 1 }) },
    { name: 'the generation changes', next: (at: number) => ({ generation: Math.floor(at / 15) }) },
  ]

  it.each(innocent)('reports no loop if $name', ({ next }) => {
    expect(notes(new LoopDetector('sites'), 100, 100, next)).toEqual([])
  })

  it('reports no loop if the reconciles are far apart', () => {
    expect(notes(new LoopDetector('sites'), 100, 4_000)).toEqual([])
  })

  it('starts over when the object is deleted', () => {
    const detector = new LoopDetector('sites')
    expect(notes(detector, 19, 100)).toEqual([])
    detector.forget(blog)
    expect(notes(detector, 19, 100)).toEqual([])
  })
})
