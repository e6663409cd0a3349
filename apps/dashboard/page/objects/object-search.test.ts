import { describe, expect, it } from 'vitest'
import type { ObjectRow } from '@kubewright/dashboard/topics'
import { matchingKinds, matchingRows, sortedRows } from './object-search.ts'

const row = (namespace: string, name: string, given: Partial<ObjectRow> = {}): ObjectRow => ({
  namespace,
  name,
  created: '',
  health: { tone: 'quiet', text: '' },
  isPaused: false,
  ...given,
})
const names = (rows: readonly ObjectRow[]) => rows.map(({ namespace, name }) => `${namespace}/${name}`)

describe('the object list', () => {
  const entries = new Map([
    ['1', row('b', 'x')],
    ['2', row('a', 'y', { isPaused: true })],
    ['3', row('a', 'x', { health: { tone: 'bad', text: 'Broken' }, owner: 'Deployment web' })],
  ])

  it('is sorted by namespace and name', () => {
    expect(names(sortedRows(entries))).toEqual(['a/x', 'a/y', 'b/x'])
  })

  it('keeps unchanged rows and their order, and inserts new objects in place', () => {
    const before = sortedRows(entries)
    const changed = new Map(entries).set('1', row('b', 'x', { isPaused: true }))
    const after = sortedRows(changed, before)
    expect([names(after), after[0] === before[0], after[2]?.isPaused]).toEqual([names(before), true, true])
    expect(names(sortedRows(new Map(changed).set('4', row('a', 'xx')), after))).toEqual(['a/x', 'a/xx', 'a/y', 'b/x'])
    const replaced = new Map([...changed].slice(1)).set('5', row('0', 'z'))
    expect(names(sortedRows(replaced, after))).toEqual(['0/z', 'a/x', 'a/y'])
  })

  it.each([
    ['', 3],
    ['a/', 2],
    ['BROKEN', 1],
    ['deployment x', 1],
    ['paused', 1],
    ['nothing', 0],
  ])('for the search %j has %i rows', (text, count) => {
    expect(matchingRows(sortedRows(entries), text)).toHaveLength(count)
  })
})

it('kinds are found by their short names too', () => {
  const kind = { version: 'v1', isNamespaced: true, isCustom: false }
  const kinds = [
    { ...kind, group: 'apps', kind: 'Deployment', plural: 'deployments', shortNames: ['deploy'] },
    { ...kind, group: '', kind: 'ConfigMap', plural: 'configmaps', shortNames: ['cm'] },
  ]
  expect(matchingKinds(kinds, '').map((one) => one.kind)).toEqual(['ConfigMap', 'Deployment'])
  expect(matchingKinds(kinds, 'cm').map((one) => one.kind)).toEqual(['ConfigMap'])
})
