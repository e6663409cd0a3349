import { describe, expect, it } from 'vitest'
import { digestOf, Mask } from './mask.ts'

const uid = (digit: number) => `${digit}1111111-1111-4111-8111-111111111111`

describe('conformance Mask', () => {
  const cases: { name: string; given: unknown; seen: unknown }[] = [
    {
      name: 'replaces equal uids by equal placeholders everywhere',
      given: { metadata: { uid: uid(1) }, owner: uid(2), message: `uid ${uid(1)} is taken` },
      seen: { metadata: { uid: '<uid 1>' }, owner: '<uid 2>', message: 'uid <uid 1> is taken' },
    },
    {
      name: 'keeps uids that the cases contain',
      given: { uid: '00000000-0000-4000-8000-000000000001' },
      seen: { uid: '00000000-0000-4000-8000-000000000001' },
    },
    {
      name: 'numbers resourceVersions of objects, and hides those of lists',
      given: { metadata: { resourceVersion: '90' }, items: [{ metadata: { resourceVersion: '7' } }] },
      seen: { metadata: { resourceVersion: '<now>' }, items: [{ metadata: { resourceVersion: '<version 1>' } }] },
    },
    {
      name: 'hides every resourceVersion of a bookmark',
      given: { type: 'BOOKMARK', object: { rows: [{ object: { metadata: { resourceVersion: '7' } } }] } },
      seen: { type: 'BOOKMARK', object: { rows: [{ object: { metadata: { resourceVersion: '<now>' } } }] } },
    },
    {
      name: 'hides times of the run, and keeps older ones',
      given: ['2031-02-03T04:05:06Z', '2031-02-03T04:05:06.123456Z', '2001-02-03T04:05:06Z'],
      seen: ['<time>', '<microtime>', '2001-02-03T04:05:06Z'],
    },
    {
      name: 'hides ages in table cells only',
      given: { cells: ['a', '5m', 3], note: '5m' },
      seen: { cells: ['a', '<age>', 3], note: '5m' },
    },
    {
      name: 'sorts managedFields by manager',
      given: { managedFields: [{ manager: 'b' }, { manager: 'a' }] },
      seen: { managedFields: [{ manager: 'a' }, { manager: 'b' }] },
    },
    {
      name: 'shows the start key of a continue token',
      given: { continue: Buffer.from('{"v":"meta.k8s.io/v1","rv":9,"start":"a"}').toString('base64url') },
      seen: { continue: '<continue then from a>' },
    },
    {
      name: 'sorts the managers of an apply conflict',
      given: {
        message: 'Apply failed with 2 conflicts: conflicts with "b":\n- .y\nconflicts with "a":\n- .x',
        details: { causes: [{ field: '.y' }, { field: '.x' }] },
      },
      seen: {
        message: 'Apply failed with 2 conflicts: conflicts with "a":\n- .x\nconflicts with "b":\n- .y',
        details: { causes: [{ field: '.x' }, { field: '.y' }] },
      },
    },
  ]

  it.each(cases)('$name', ({ given, seen }) => {
    expect(new Mask({}).body(given)).toEqual(seen)
  })

  it('hides the random suffix of generated names', () => {
    const mask = new Mask({})
    mask.expectGenerated('gen-')
    expect(mask.text('gen-x7k2m and gen-erous')).toBe('gen-<5> and gen-erous')
  })

  it('shows the claims of a token without its times', () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const token = `${part({ alg: 'ES256' })}.${part({ iat: 5, exp: 65, nbf: 5, sub: 'me', jti: uid(1) })}.sig`
    expect(new Mask({}).text(token)).toBe(
      '<jwt {"alg":"ES256","lifetime":60,"startsAtOnce":true,"claims":{"sub":"me","jti":"<uid 1>"}}>',
    )
  })

  describe('causes of an invalid object', () => {
    const refusal = (...problems: string[]) => ({
      reason: 'Invalid',
      message: `Widget "a" is invalid: [${problems.map((message) => `spec: ${message}`).join(', ')}]`,
      details: { causes: problems.map((message) => ({ reason: 'FieldValueInvalid', field: 'spec', message })) },
    })

    it('are sorted if they are schema violations, which come in random order', () => {
      const given = refusal('z', 'b in body is bad', 'y', 'a in body is bad', 'x')
      expect(new Mask({}).body(given)).toEqual(refusal('z', 'a in body is bad', 'y', 'b in body is bad', 'x'))
    })

    it('are all sorted with sortsProblems', () => {
      expect(new Mask({}, { sortsProblems: true }).body(refusal('b', 'a'))).toEqual(refusal('a', 'b'))
      expect(new Mask({}, { sortsProblems: true }).body(refusal('a'))).toEqual(refusal('a'))
    })
  })

  it('replaces words of the run', () => {
    expect(new Mask({ 'https://127.0.0.1:999': '<hooks>' }).text('Post "https://127.0.0.1:999/x"')).toBe(
      'Post "<hooks>/x"',
    )
  })
})

describe('digestOf', () => {
  it('ignores the order of keys, not of items', () => {
    expect(digestOf({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(digestOf({ b: [{ d: 3, c: 2 }], a: 1 }))
    expect(digestOf([1, 2])).not.toBe(digestOf([2, 1]))
  })
})
