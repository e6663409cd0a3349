import { describe, expect, it } from 'vitest'
import { identityOf } from './item-identity.ts'
import type { JsonArray } from './json.ts'

describe('identityOf', () => {
  const cases: readonly { name: string; from: JsonArray; to: JsonArray; identities?: readonly unknown[] }[] = [
    { name: 'the name', from: [{ name: 'a', key: 1 }], to: [{ name: 'b' }], identities: ['a'] },
    {
      name: 'the key, where some have no name',
      from: [{ name: 'a', key: 'x' }],
      to: [{ key: 'y' }],
      identities: ['x'],
    },
    { name: 'a number', from: [{ containerPort: 80 }], to: [], identities: [80] },
    { name: 'nothing when one is named twice', from: [{ name: 'a' }, { name: 'a' }], to: [] },
    { name: 'nothing when one has none', from: [{ name: 'a' }], to: [{}] },
    { name: 'nothing when one is no object', from: [{ name: 'a' }], to: ['a'] },
    { name: 'nothing when a name is no text', from: [{ name: { first: 'a' } }], to: [] },
  ]

  it.each(cases)('takes $name', ({ from, to, identities }) => {
    const identity = identityOf(from, to)
    expect(identity && from.map(identity)).toEqual(identities)
  })
})
