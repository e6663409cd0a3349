import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Timer, TimerHeap } from './timer-heap.ts'

const timer = (due: number, order: number): Timer => ({ due, order, run: () => {}, trace: {}, place: -1 })
const byOrder = (left: Timer, right: Timer) => left.due - right.due || left.order - right.order

describe('TimerHeap', () => {
  it('stays in order when a timer is removed from one branch and replaced from another', () => {
    const heap = new TimerHeap()
    const timers = [1, 10, 2, 11, 12, 3, 4].map(timer)
    for (const one of timers) heap.add(one)
    heap.remove(timers[3]!)
    const taken: number[] = []
    for (let first = heap.first; first; first = heap.first) {
      taken.push(first.due)
      heap.remove(first)
    }
    expect(taken).toEqual([1, 2, 3, 4, 10, 12])
  })

  it('agrees with a sorted list, whatever is added and removed', () => {
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
})
