import { describe, expect, it } from 'vitest'
import { defineErrors, isKubewrightError, KubewrightError } from './error.ts'
import { coreErrors } from './errors.ts'

const fail = defineErrors({
  KW_DEMO_EMPTY: { summary: 'The box is empty.', cause: 'Nobody filled it.', remedy: 'Fill it.' },
  KW_DEMO_FULL: { summary: 'The box is full.', cause: 'Somebody filled it.', remedy: 'Empty it.' },
})

describe('a KubewrightError', () => {
  const cases = [
    { name: 'what and why', fault: { what: 'open', why: 'it is stuck' }, message: 'Cannot open: it is stuck.' },
    {
      name: 'a reason with its own punctuation',
      fault: { what: 'open', why: 'who knows?' },
      message: 'Cannot open: who knows?',
    },
    { name: 'a remedy', fault: { what: 'open', why: 'no', next: 'Push.' }, message: 'Cannot open: no. Push.' },
  ]

  it.each(cases)('formats its message from $name', ({ fault, message }) => {
    expect(fail('KW_DEMO_EMPTY', fault).message).toBe(message)
  })

  it('has code, details and cause', () => {
    const cause = new Error('rust')
    const error = fail('KW_DEMO_FULL', { what: 'open', why: 'no', details: { box: 7 }, cause })
    expect(error).toBeInstanceOf(Error)
    expect([error.name, error.code, error.details, error.cause]).toEqual([
      'KubewrightError',
      'KW_DEMO_FULL',
      { box: 7 },
      cause,
    ])
  })

  it('has empty details and no cause by default', () => {
    const error = fail('KW_DEMO_FULL', { what: 'open', why: 'no' })
    expect([error.details, 'cause' in error]).toEqual([{}, false])
  })

  const stranger = Object.assign(new Error('other copy'), { code: 'KW_DEMO_FULL' })
  const recognised = [
    {
      name: 'an instance of KubewrightError',
      error: new KubewrightError('KW_DEMO_FULL', { what: 'a', why: 'b' }),
      is: [true, true, false],
    },
    { name: 'an error of another package copy', error: stranger, is: [true, true, false] },
    { name: 'an error of Node', error: Object.assign(new Error('x'), { code: 'ENOENT' }), is: [false, false, false] },
    { name: 'an error without a code', error: new Error('x'), is: [false, false, false] },
    { name: 'an object that is no Error', error: { code: 'KW_DEMO_FULL' }, is: [false, false, false] },
    { name: 'undefined', error: undefined, is: [false, false, false] },
  ]

  it.each(recognised)('is recognised by its code: $name', ({ error, is }) => {
    expect([
      isKubewrightError(error),
      isKubewrightError(error, 'KW_DEMO_FULL'),
      isKubewrightError(error, 'KW_DEMO_EMPTY'),
    ]).toEqual(is)
  })
})

describe('the error registry of core', () => {
  it.each(Object.entries(coreErrors.registry))('describes %s in full sentences', (code, entry) => {
    expect(code).toMatch(/^KW_CORE_[A-Z]+(?:_[A-Z]+)*$/)
    for (const text of [entry.summary, entry.cause, entry.remedy]) expect(text).toMatch(/^[A-Z].*\.$/)
  })
})
