import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Marks, nextStep, type Placed, type RingView, type Liveness, type Step } from './placement.ts'

const fresh: Placed = {
  uid: '1',
  resourceVersion: '1',
  namespace: 'shop',
  name: 'blog',
  label: '',
  note: '',
  isDraining: false,
  remembered: '',
  isConfirmedFree: true,
}

function view(target: RingView['target'], liveness: Record<string, Liveness> = {}): RingView {
  return { target, livenessOf: (shard) => liveness[shard] ?? 'live' }
}

const atA: Placed = { ...fresh, label: 'a', note: 'a', isConfirmedFree: false }
const marks = (label: string, note = label, isDraining = false): Marks => ({ label, note, isDraining })

describe('the next assignment step of an object', () => {
  const cases: readonly { name: string; object: Placed; ring: RingView; step: Step }[] = [
    { name: 'a new object is assigned', object: fresh, ring: view('b'), step: { do: 'assign', marks: marks('b') } },
    { name: 'an object at its place stays', object: atA, ring: view('a'), step: { do: 'nothing' } },
    {
      name: 'an object at the wrong shard is drained',
      object: atA,
      ring: view('b'),
      step: { do: 'drain', marks: marks('a', 'a', true) },
    },
    {
      name: 'a draining object is waited for',
      object: { ...atA, isDraining: true },
      ring: view('b'),
      step: { do: 'wait', for: 'drain' },
    },
    {
      name: 'a drain is cancelled when the ring changes back',
      object: { ...atA, isDraining: true },
      ring: view('a'),
      step: { do: 'keep', marks: marks('a') },
    },
    {
      name: 'a released object is assigned',
      object: { ...fresh, note: '-', isConfirmedFree: false },
      ring: view('b'),
      step: { do: 'assign', marks: marks('b') },
    },
    {
      name: 'an object of a fenced shard is reassigned',
      object: atA,
      ring: view('b', { a: 'fenced' }),
      step: { do: 'assign', marks: marks('b') },
    },
    {
      name: 'an object of a fenced shard is reassigned even while draining',
      object: { ...atA, isDraining: true },
      ring: view('b', { a: 'fenced' }),
      step: { do: 'assign', marks: marks('b') },
    },
    {
      name: 'an object of an expired shard waits until the shard is fenced',
      object: atA,
      ring: view('b', { a: 'ending' }),
      step: { do: 'wait', for: 'takeover' },
    },
    {
      name: 'a label removed by hand is restored',
      object: { ...atA, label: '' },
      ring: view('a'),
      step: { do: 'restore', marks: marks('a') },
    },
    {
      name: 'an object without its label is drained if the ring assigns it elsewhere',
      object: { ...atA, label: '' },
      ring: view('b'),
      step: { do: 'restore', marks: marks('a', 'a', true) },
    },
    {
      name: 'a label changed by hand is changed back',
      object: { ...atA, label: 'b' },
      ring: view('b'),
      step: { do: 'restore', marks: marks('a', 'a', true) },
    },
    {
      name: 'an object without marks goes back to its remembered owner',
      object: { ...fresh, isConfirmedFree: false, remembered: 'a' },
      ring: view('a'),
      step: { do: 'restore', marks: marks('a') },
    },
    {
      name: 'an object without marks or memory waits until all shards have answered',
      object: { ...fresh, isConfirmedFree: false },
      ring: view('a'),
      step: { do: 'wait', for: 'owner inquiry' },
    },
    {
      name: 'an object whose label was set by hand waits until all shards have answered',
      object: { ...fresh, label: 'b', isConfirmedFree: false },
      ring: view('b'),
      step: { do: 'wait', for: 'owner inquiry' },
    },
    {
      name: 'an empty ring assigns nothing',
      object: fresh,
      ring: view(undefined),
      step: { do: 'wait', for: 'a shard' },
    },
    {
      name: 'an empty ring drains nothing from a live shard',
      object: atA,
      ring: view(undefined),
      step: { do: 'nothing' },
    },
    {
      name: "an object outside the ring's selection is drained",
      object: atA,
      ring: view(null),
      step: { do: 'drain', marks: marks('a', 'a', true) },
    },
    {
      name: "an object outside the ring's selection is cleared once released",
      object: { ...fresh, note: '-' },
      ring: view(null),
      step: { do: 'clear', marks: marks('') },
    },
    {
      name: "an object outside the ring's selection is left alone without marks",
      object: { ...fresh, isConfirmedFree: false },
      ring: view(null),
      step: { do: 'nothing' },
    },
  ]

  it.each(cases)('$name', ({ object, ring, step }) => {
    expect(nextStep(object, ring)).toEqual(step)
  })

  const shard = fc.constantFrom('', 'a', 'b', 'c')
  const objects = fc.record({
    uid: fc.constant('1'),
    resourceVersion: fc.constant('1'),
    namespace: fc.constant('shop'),
    name: fc.constant('blog'),
    label: shard,
    note: fc.constantFrom('', 'a', 'b', 'c', '-'),
    isDraining: fc.boolean(),
    remembered: shard,
    isConfirmedFree: fc.boolean(),
  })
  const liveness = fc.record({
    a: fc.constantFrom<Liveness>('live', 'ending', 'fenced'),
    b: fc.constantFrom<Liveness>('live', 'ending', 'fenced'),
    c: fc.constantFrom<Liveness>('live', 'ending', 'fenced'),
  })
  const targets = fc.constantFrom<RingView['target']>('a', 'b', 'c', undefined, null)

  it('never assigns another shard while the current one may act', () => {
    fc.assert(
      fc.property(objects, liveness, targets, (object, liveness, target) => {
        const step = nextStep(object, view(target, liveness))
        const named = object.note === '' ? object.remembered : object.note
        const mayAct = named !== '' && named !== '-' && liveness[named as 'a'] !== 'fenced'
        expect(mayAct && 'marks' in step ? step.marks.note : named).toBe(named)
      }),
    )
  })

  it('never assigns an object with an unknown owner', () => {
    fc.assert(
      fc.property(objects, liveness, targets, (object, liveness, target) => {
        fc.pre(object.note === '' && object.remembered === '' && !object.isConfirmedFree)
        expect(nextStep(object, view(target, liveness)).do).toMatch(/wait|nothing/)
      }),
    )
  })

  it("converges to the ring's assignment if shards follow the steps", () => {
    fc.assert(
      fc.property(objects, liveness, fc.constantFrom('a', 'b', 'c'), (object, liveness, target) => {
        fc.pre(liveness[target as 'a'] === 'live')
        const ring = view(target, liveness)
        let now: Placed = object
        for (let round = 0; round < 8; round++) now = obey(now, nextStep(now, ring), liveness)
        expect(nextStep(now, ring)).toEqual({ do: 'nothing' })
        expect(now).toMatchObject({ label: target, note: target, isDraining: false })
      }),
    )
  })
})

/** The state of the cluster after a step. */
function obey(object: Placed, step: Step, liveness: Record<string, Liveness>): Placed {
  if ('marks' in step) return { ...object, ...step.marks, remembered: '' }
  if (step.do === 'nothing') return object
  if (step.for === 'owner inquiry') return { ...object, isConfirmedFree: true }
  if (step.for === 'takeover') {
    for (const shard of Object.keys(liveness)) if (liveness[shard] === 'ending') liveness[shard] = 'fenced'
    return object
  }
  return step.for === 'drain' ? { ...object, label: '', note: '-', isDraining: false, remembered: '' } : object
}
