import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomInt, seededRandom } from '../random/random.ts'
import { type Timer, TimerHeap } from './timer-heap.ts'

const timer = (due: number, order: number): Timer => ({ due, order, run: () => {}, trace: {}, place: -1 })
const byOrder = (left: Timer, right: Timer) => left.due - right.due || left.order - right.order

describe('TimerHeap', () => {
  it('equals a sorted list after random additions and removals', () => {
    const steps = fc.array(
      fc.oneof(fc.record({ add: fc.nat(20) }), fc.record({ remove: fc.nat() }), fc.constant('take')),
      {
        maxLength: 200,
      },
    )
    fc.assert(
      fc.property(steps, (script) => {
        const heap = new TimerHeap()
        let model: Timer[] = []
        for (const [order, step] of script.entries()) {
          const given = typeof step === 'object' && 'add' in step ? timer(step.add, order) : undefined
          const chosen = typeof step === 'object' && 'remove' in step ? model[step.remove % model.length] : heap.first
          if (given) {
            heap.add(given)
            model = [...model, given].sort(byOrder)
          } else if (chosen) {
            heap.remove(chosen)
            heap.remove(chosen) // harmless the second time
            model = model.filter((one) => one !== chosen)
          }
          expect([heap.first, heap.size]).toEqual([model[0], model.length])
        }
        expect(heap.inOrder()).toEqual(model)
      }),
    )
  })

  it('stays ordered when many timers are removed from the middle', () => {
    const random = seededRandom('heap')
    const heap = new TimerHeap()
    const timers = Array.from({ length: 500 }, (_, order) => timer(randomInt(random, 1_000), order))
    for (const one of timers) heap.add(one)
    const removed = timers.filter(() => random.next() < 0.6)
    for (const one of removed) heap.remove(one)
    const taken: Timer[] = []
    for (let first = heap.first; first; first = heap.first) {
      taken.push(first)
      heap.remove(first)
    }
    expect(taken).toEqual(timers.filter((one) => !removed.includes(one)).sort(byOrder))
  })
})
