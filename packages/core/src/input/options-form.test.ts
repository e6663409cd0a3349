import { describe, expect, it } from 'vitest'
import { form, formatProblems } from './options-form.ts'

const { text, count, flag, method, duration, choice, listOf, mapOf, fields, either, thing } = form
const pot = fields(
  { name: text, boil: method },
  { litres: count, lid: flag, wait: duration, colour: choice('red', 'blue'), marks: listOf(text), notes: mapOf(text) },
  'a pot',
)
const good = { name: 'big', boil: () => undefined }
const said = (given: unknown) => formatProblems(pot(given, ''))

describe('validation of options', () => {
  it.each<{ given: unknown; says: string }>([
    { given: good, says: '' },
    { given: { ...good, wait: '3s', colour: 'red', marks: ['a'], notes: { a: 'b' }, lid: undefined }, says: '' },
    { given: { ...good, '~own': 1 }, says: '' },
    { given: { name: 'big' }, says: 'boil is missing' },
    { given: { ...good, litre: 3 }, says: 'litre is not a key of a pot: did you mean litres?' },
    { given: { ...good, LID: true }, says: 'LID is not a key of a pot: did you mean lid?' },
    { given: { ...good, colour: 'rad' }, says: 'colour is "rad", did you mean red?' },
    { given: { ...good, marks: ['a', 1] }, says: 'marks[1] is a number, not text' },
    { given: { ...good, notes: { a: null } }, says: 'notes.a is null, not text' },
    { given: { ...good, wait: true }, says: "wait is a boolean, not a duration, such as '30s'" },
    { given: [], says: 'the argument is a list, not a pot' },
  ])('of $given reports: $says', ({ given, says }) => {
    expect(said(given)).toBe(says)
  })

  it('considers only own keys, and no members of Object.prototype', () => {
    expect(said(JSON.parse('{"name":"big","__proto__":{"boil":1}}'))).toContain('boil is missing')
    expect(said({ ...good, toString: 1, constructor: 2 })).toContain('toString is not a key of a pot')
  })

  it('accepts one of several forms with either()', () => {
    const some = either(
      flag,
      thing(({ kind }) => kind === 'Pot', 'a pot'),
    )
    expect([true, { kind: 'Pot' }, 3].map((one) => formatProblems(some(one, 'it')))).toEqual([
      '',
      '',
      'it is a number, not a pot',
    ])
  })
})
