import { describe, expect, it } from 'vitest'
import { fillIn } from './fill-in.ts'

const object = { kind: 'A', metadata: { name: 'a', labels: { x: '1' } }, spec: { list: [1, 2], keep: true, drop: 1 } }

describe('fillIn', () => {
  it.each<{ name: string; filled: unknown; result: object }>([
    {
      name: 'merges fields into the object',
      filled: { spec: { b: 2 } },
      result: { ...object, spec: { ...object.spec, b: 2 } },
    },
    {
      name: 'replaces lists as a whole',
      filled: { spec: { list: [3] } },
      result: { ...object, spec: { ...object.spec, list: [3] } },
    },
    {
      name: 'removes a field that is null',
      filled: { spec: { drop: null } },
      result: { ...object, spec: { list: [1, 2], keep: true } },
    },
    { name: 'ignores a field that is undefined', filled: { spec: { keep: undefined } }, result: object },
    { name: 'accepts an empty result', filled: undefined, result: object },
    {
      name: 'writes dates as strings',
      filled: { at: new Date(0) },
      result: { ...object, at: '1970-01-01T00:00:00.000Z' },
    },
    { name: 'accepts the unchanged name', filled: { metadata: { name: 'a' } }, result: object },
    {
      name: 'accepts an owner reference',
      filled: { metadata: { uid: 'u' } },
      result: { ...object, metadata: { ...object.metadata, uid: 'u' } },
    },
  ])('$name', ({ filled, result }) => {
    expect(fillIn(object, filled)).toEqual(result)
  })

  it.each<{ name: string; filled: unknown; why: string }>([
    { name: 'another name', filled: { metadata: { name: 'b' } }, why: 'it changed metadata.name from "a" to "b"' },
    { name: 'a removed name', filled: { metadata: { name: null } }, why: 'it changed metadata.name from "a" to null' },
    { name: 'another kind', filled: { kind: 'B' }, why: 'it changed kind from "A" to "B"' },
    {
      name: 'a number that is not JSON',
      filled: { spec: { list: [1, Number.NaN] } },
      why: 'its spec.list[1] is not a number',
    },
    { name: 'a list as the result', filled: [], why: 'it returned a list instead of the fields to fill in' },
    { name: 'a string as the result', filled: 'x', why: 'it returned a string instead of the fields to fill in' },
  ])('refuses $name', ({ filled, why }) => {
    expect(() => fillIn(object, filled)).toThrow(
      `Cannot use the result of \`fill\`: ${why}. Return an object with the fields to fill in, without the name, namespace and kind of the object.`,
    )
  })
})
