/** Corrections are manual: these tests detect when a new release removes what they correct. */
import { describe, expect, it } from 'vitest'
import { aliases, coreTypes, explicitZeroDefaults, freeForm, writeOnly } from './corrections.ts'
import { readInput } from './input.ts'
import { nullableFields } from './nullable-fields.ts'

const { definitions } = await readInput()

describe('corrections of the OpenAPI data', () => {
  it('refer to existing definitions', () => {
    const named = [coreTypes, aliases, writeOnly, nullableFields, explicitZeroDefaults].flatMap((table) =>
      Object.keys(table),
    )
    expect([...named, ...freeForm].filter((definition) => !(definition in definitions))).toEqual([])
  })

  it('refer to existing fields', () => {
    const named = [writeOnly, nullableFields, explicitZeroDefaults].flatMap((table) =>
      Object.entries(table).flatMap(([definition, keys]) => keys.map((key) => ({ definition, key }))),
    )
    expect(named.filter(({ definition, key }) => !(key in (definitions[definition]?.properties ?? {})))).toEqual([])
  })

  it('mark a default as explicit only where the data has one', () => {
    const named = Object.entries(explicitZeroDefaults).flatMap(([definition, keys]) =>
      keys.map((key) => definitions[definition]?.properties?.[key]?.default),
    )
    expect(named).not.toContain(undefined)
  })

  it('give a type to every definition without fields', () => {
    const shapeless = Object.entries(definitions).filter(([, { properties }]) => properties === undefined)
    // Managed fields have a type of their own, and Patch is not part of any kind.
    const unseen = ['meta/v1.FieldsV1', 'meta/v1.Patch']
    expect(shapeless.map(([name]) => name).filter((name) => !(name in aliases))).toEqual(unseen)
  })
})
