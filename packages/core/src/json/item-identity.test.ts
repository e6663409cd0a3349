import { describe, expect, it } from 'vitest'
import { identityOf } from './item-identity.ts'
import type { JsonArray } from './json.ts'

describe('identityOf', () => {
  const cases: readonly { name: string; from: JsonArray; to: JsonArray; identities?: readonly unknown[] }[] = [
    { name: 'name', from: [{ name: 'a', key: 1 }], to: [{ name: 'b' }], identities: ['a'] },
    {
      name: 'key if some items have no name',
      from: [{ name: 'a', key: 'x' }],
      to: [{ key: 'y' }],
      identities: ['x'],
    },
    { name: 'a number such as containerPort', from: [{ containerPort: 80 }], to: [], identities: [80] },
    { name: 'nothing if a name occurs twice', from: [{ name: 'a' }, { name: 'a' }], to: [] },
    { name: 'nothing if an item has no name', from: [{ name: 'a' }], to: [{}] },
    { name: 'nothing if an item is no object', from: [{ name: 'a' }], to: ['a'] },
    { name: 'nothing if a name is no scalar', from: [{ name: { first: 'a' } }], to: [] },
  ]

  it.each(cases)('identifies list items by $name', ({ from, to, identities }) => {
    const identity = identityOf(from, to)
    expect(identity && from.map(identity)).toEqual(identities)
  })
})
