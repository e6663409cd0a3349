import { describe, expect, it } from 'vitest'
import type { Draft } from '../../object/draft.ts'
import type { DefinitionNames } from '../definition/definition.ts'
import { nameDefinition } from './naming.ts'

function definition(names: DefinitionNames, acceptedNames: DefinitionNames = {}, group = 'g.example'): Draft {
  const kind = 'CustomResourceDefinition'
  return {
    kind,
    apiVersion: 'apiextensions.k8s.io/v1',
    metadata: {},
    spec: { group, names },
    status: { acceptedNames },
  }
}

const foos = { plural: 'foos', singular: 'foo', kind: 'Foo', listKind: 'FooList' }
const bars = { plural: 'bars', singular: 'bar', kind: 'Bar', listKind: 'BarList' }
const taken = definition(foos, foos)

describe('nameDefinition', () => {
  it('accepts unused names', () => {
    expect(nameDefinition(definition(bars), [taken])).toEqual({
      acceptedNames: bars,
      conditions: [
        { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' },
        { type: 'Established', status: 'False', reason: 'Installing', message: 'the initial names have been accepted' },
      ],
    })
  })

  it.each([
    ['plural', { plural: 'foo' }, 'PluralConflict', '"foo" is already in use'],
    ['singular', { singular: 'foos' }, 'SingularConflict', '"foos" is already in use'],
    ['short name', { shortNames: ['b', 'foo'] }, 'ShortNamesConflict', '"foo" is already in use'],
    [
      'short names',
      { shortNames: ['foos', 'foo'] },
      'ShortNamesConflict',
      '["foos" is already in use, "foo" is already in use]',
    ],
    ['kind', { kind: 'FooList' }, 'KindConflict', '"FooList" is already in use'],
    ['list kind', { listKind: 'Foo' }, 'ListKindConflict', '"Foo" is already in use'],
  ])('refuses a %s that is in use, and accepts the rest', (_, names, reason, message) => {
    const wanted: DefinitionNames = { ...bars, ...names }
    const { acceptedNames, conditions } = nameDefinition(definition(wanted), [taken])!
    expect(conditions[0]).toEqual({ type: 'NamesAccepted', status: 'False', reason, message })
    expect(conditions[1]).toMatchObject({ status: 'False', reason: 'NotAccepted' })
    const [refused] = Object.keys(names) as (keyof DefinitionNames)[]
    const { [refused!]: _refused, ...rest } = wanted
    expect(acceptedNames).toEqual(rest)
  })

  it('ignores CRDs of other groups', () => {
    const elsewhere = definition(foos, {}, 'other.example')
    expect(nameDefinition(elsewhere, [taken])?.conditions[0]?.status).toBe('True')
  })

  it('returns undefined once all names are accepted', () => {
    expect(nameDefinition(definition(foos, foos), [taken])).toBeUndefined()
  })

  it('releases short names that were removed from the spec', () => {
    const named = definition(foos, { ...foos, shortNames: ['f'] })
    expect(nameDefinition(named, [named])?.acceptedNames).toEqual(foos)
  })

  it('keeps a CRD established when a new name is refused', () => {
    const asking = definition({ ...bars, shortNames: ['foo'] }, bars)
    const established = { type: 'Established', status: 'True', reason: 'InitialNamesAccepted', message: 'm' }
    Object.assign(asking['status'] as object, { conditions: [established] })
    expect(nameDefinition(asking, [taken, asking])?.conditions[1]).toEqual(established)
  })
})
