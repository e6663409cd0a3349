import { expect, test } from 'vitest'
import {
  addCrash,
  addFault,
  putState,
  addTransition,
  removeFault,
  removeState,
  removeTransition,
} from './edit-protocol.ts'
import { exampleTopology as text } from './example-topology.ts'
import { check } from './protocol-answers.ts'

const typeOf = (source: string, name: string) => {
  const { model, problems } = check(source)
  if (model === undefined) throw new Error(`${problems[0]?.message}\n${source}`)
  return model.types.get(name)!
}
const lines = (source: string, name: string) =>
  typeOf(source, name).transitions.map(({ operation, from, to }) => `${operation} ${from} ${to}`)

test('adding a state and a transition keeps comments', () => {
  const wider = putState(text, 'Database', { name: 'paused', needs: ['storage'], offers: [] })
  const next = addTransition(wider, 'Database', {
    operation: 'pause',
    from: 'running',
    to: 'paused',
    needs: ['storage'],
    controllable: true,
  })
  expect(typeOf(next, 'Database').states.at(-1)).toEqual({ name: 'paused', needs: ['storage'], offers: [] })
  expect(lines(next, 'Database')).toContain('pause running paused')
  expect(next).toContain('# where it goes when its storage is gone')
  expect(next).toContain('# A shop: a volume')
})

test('transitions of an operation are added and removed one by one', () => {
  const more = { operation: 'run', from: 'crashed', to: 'running', needs: ['storage'], controllable: true }
  const next = addTransition(text, 'Database', more)
  expect(lines(next, 'Database')).toContain('run crashed running')
  expect(lines(addTransition(next, 'Database', { ...more, from: 'running' }), 'Database')).toContain(
    'run running running',
  )
  expect(lines(removeTransition(next, 'Database', more), 'Database')).toEqual(lines(text, 'Database'))
})

test('removing one source of a transition keeps the others', () => {
  const next = removeTransition(text, 'Database', { operation: 'delete', from: 'running', to: 'unavailable' })
  expect(lines(next, 'Database').filter((line) => line.startsWith('delete'))).toEqual(['delete crashed unavailable'])
  const none = removeTransition(next, 'Database', { operation: 'delete', from: 'crashed', to: 'unavailable' })
  expect(lines(none, 'Database').some((line) => line.startsWith('delete'))).toBe(false)
})

test('removing a state removes its transitions', () => {
  const next = removeState(text, typeOf(text, 'Database'), 'crashed')
  expect(lines(next, 'Database')).toEqual(['run unavailable running', 'delete running unavailable'])
  expect(typeOf(next, 'Database').faults).toEqual([])
})

test('fault handlers are added and removed', () => {
  const none = removeFault(text, 'Web', 'serving', 'alone')
  expect(typeOf(none, 'Web').faults).toEqual([])
  const two = addFault(addFault(none, 'Web', 'serving', 'alone'), 'Web', 'serving', 'unavailable')
  expect(typeOf(two, 'Web').faults).toHaveLength(2)
  expect(typeOf(removeFault(two, 'Web', 'serving', 'alone'), 'Web').faults).toEqual([
    { from: 'serving', to: 'unavailable' },
  ])
})

test('adding a crash creates transitions from every live state, and a recovery', () => {
  const next = addCrash(text, typeOf(text, 'Web'))
  expect(lines(next, 'Web')).toEqual(
    expect.arrayContaining(['crash alone crashed', 'crash serving crashed', 'recover crashed unavailable']),
  )
  expect(check(next)).toMatchObject({ isSound: true, problems: [] })
  expect(addCrash(next, typeOf(next, 'Web'))).toBe(next)
})

test('adding a transition works for a type without operations', () => {
  const lamp = 'types: { Lamp: { initial: low, states: { low: {}, high: {} } } }\nnodes: { lamp: Lamp }\n'
  const move = { operation: 'press', from: 'low', to: 'high', needs: [], controllable: true }
  expect(lines(addTransition(lamp, 'Lamp', move), 'Lamp')).toEqual(['press low high'])
})

test('editing accepts a name such as __proto__, and leaves an unparsable text alone', () => {
  const next = putState(text, 'Web', { name: '__proto__', needs: [], offers: [] })
  expect(typeOf(next, 'Web').states.map(({ name }) => name)).toContain('__proto__')
  expect(putState('types: [', 'Web', { name: 'x', needs: [], offers: [] })).toBe('types: [')
  expect(putState(text, 'Gone', { name: 'x', needs: [], offers: [] })).toBe(text)
})
