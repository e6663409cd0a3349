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

describe('the next step of an object', () => {
  const cases: readonly { name: string; object: Placed; ring: RingView; step: Step }[] = [
    { name: 'a new one is assigned', object: fresh, ring: view('b'), step: { do: 'assign', marks: marks('b') } },
    { name: 'one at its place stays', object: atA, ring: view('a'), step: { do: 'nothing' } },
    {
      name: 'one that belongs elsewhere is drained',
      object: atA,
      ring: view('b'),
      step: { do: 'drain', marks: marks('a', 'a', true) },
    },
    {
      name: 'a drain is waited for',
      object: { ...atA, isDraining: true },
      ring: view('b'),
      step: { do: 'wait', for: 'drain' },
    },
    {
      name: 'a drain is called off when the ring turns back',
      object: { ...atA, isDraining: true },
      ring: view('a'),
      step: { do: 'keep', marks: marks('a') },
    },
    {
      name: 'what was let go is assigned',
      object: { ...fresh, note: '-', isConfirmedFree: false },
      ring: view('b'),
      step: { do: 'assign', marks: marks('b') },
    },
    {
      name: 'the objects of a shard that is over are given away',
      object: atA,
      ring: view('b', { a: 'fenced' }),
      step: { do: 'assign', marks: marks('b') },
    },
    {
      name: 'also in the midst of a drain',
      object: { ...atA, isDraining: true },
      ring: view('b', { a: 'fenced' }),
      step: { do: 'assign', marks: marks('b') },
    },
    {
      name: 'those of a shard that ends wait',
      object: atA,
      ring: view('b', { a: 'ending' }),
      step: { do: 'wait', for: 'takeover' },
    },
    {
      name: 'a label removed by hand comes back',
      object: { ...atA, label: '' },
      ring: view('a'),
      step: { do: 'restore', marks: marks('a') },
    },
    {
      name: 'and is drained if the ring wants it elsewhere',
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
      name: 'marks that went altogether are remembered',
      object: { ...fresh, isConfirmedFree: false, remembered: 'a' },
      ring: view('a'),
      step: { do: 'restore', marks: marks('a') },
    },
    {
      name: 'without memory, all shards are asked',
      object: { ...fresh, isConfirmedFree: false },
      ring: view('a'),
      step: { do: 'wait', for: 'owner inquiry' },
    },
    {
      name: 'also about a label set by hand',
      object: { ...fresh, label: 'b', isConfirmedFree: false },
      ring: view('b'),
      step: { do: 'wait', for: 'owner inquiry' },
    },
    {
      name: 'an empty ring gives nothing away',
      object: fresh,
      ring: view(undefined),
      step: { do: 'wait', for: 'a shard' },
    },
    { name: 'and takes nothing from who lives', object: atA, ring: view(undefined), step: { do: 'nothing' } },
    {
      name: 'what the ring does not want is drained',
      object: atA,
      ring: view(null),
      step: { do: 'drain', marks: marks('a', 'a', true) },
    },
    {
      name: 'then cleared',
      object: { ...fresh, note: '-' },
      ring: view(null),
      step: { do: 'clear', marks: marks('') },
    },
    { name: 'and left alone', object: { ...fresh, isConfirmedFree: false }, ring: view(null), step: { do: 'nothing' } },
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

  it('never names another shard while the one that was named may act', () => {
    fc.assert(
      fc.property(objects, liveness, targets, (object, liveness, target) => {
        const step = nextStep(object, view(target, liveness))
        const named = object.note === '' ? object.remembered : object.note
        const mayAct = named !== '' && named !== '-' && liveness[named as 'a'] !== 'fenced'
        expect(mayAct && 'marks' in step ? step.marks.note : named).toBe(named)
      }),
    )
  })

  it('gives what nobody knows of to nobody', () => {
    fc.assert(
      fc.property(objects, liveness, targets, (object, liveness, target) => {
        fc.pre(object.note === '' && object.remembered === '' && !object.isConfirmedFree)
        expect(nextStep(object, view(target, liveness)).do).toMatch(/wait|nothing/)
      }),
    )
  })

  it('comes to rest where the ring wants it, if shards do what they are asked', () => {
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

/** What the cluster makes of a step. */
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
