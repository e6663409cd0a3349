import { describe, expect, it } from 'vitest'
import { configuredBy } from './ring-configuration.ts'

const base = {
  drainWithinMs: 30_000,
  reservedMs: 0,
  namespaceSelector: 'team=web',
  concurrentMoves: 100,
  syncEveryMs: 300_000,
}
const given = (spec: unknown) => configuredBy(base, { metadata: { name: 'maps', namespace: 'web' }, spec })

describe('the spec of a ControllerRing', () => {
  it.each([
    { name: 'changes nothing if it is empty', spec: {}, differs: {} },
    { name: 'changes nothing if it is missing', spec: undefined, differs: {} },
    { name: 'overrides numbers', spec: { concurrentMoves: 3 }, differs: { concurrentMoves: 3 } },
    {
      name: 'overrides durations',
      spec: { drainWithin: '90s', reserveFor: '2m', syncEvery: '1h' },
      differs: { drainWithinMs: 90_000, reservedMs: 120_000, syncEveryMs: 3_600_000 },
    },
    {
      name: 'overrides the namespace selector',
      spec: { namespaceSelector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'c', operator: 'Exists' }] } },
      differs: { namespaceSelector: 'a=b,c' },
    },
    { name: 'may select all namespaces', spec: { namespaceSelector: {} }, differs: { namespaceSelector: '' } },
  ])('$name', ({ spec, differs }) => {
    expect(given(spec)).toEqual({ configuration: { ...base, ...differs } })
  })

  it.each([
    { name: 'zero concurrent moves', spec: { concurrentMoves: 0 }, says: 'concurrentMoves' },
    { name: 'an invalid duration', spec: { drainWithin: 'soon' }, says: 'drainWithin' },
    {
      name: 'a sync interval that is too short',
      spec: { syncEvery: '1ms' },
      says: 'spec.syncEvery: is less than a second',
    },
    { name: 'an invalid label', spec: { namespaceSelector: { matchLabels: { 'a b': 'c' } } }, says: 'a b' },
    {
      name: 'the operator In without values',
      spec: { namespaceSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } },
      says: 'spec:',
    },
    { name: 'a spec that is not an object', spec: 'all', says: 'spec' },
  ])('is refused with $name', ({ spec, says }) => {
    expect(given(spec)).toEqual({ problem: expect.stringContaining(says) as string })
  })
})
