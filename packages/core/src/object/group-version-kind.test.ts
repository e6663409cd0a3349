import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareVersionPriority,
  formatApiVersion,
  formatGroupResource,
  isSameKind,
  parseApiVersion,
} from './group-version-kind.ts'

describe('apiVersion', () => {
  it.each([
    { text: 'v1', parts: { group: '', version: 'v1' } },
    { text: 'apps/v1', parts: { group: 'apps', version: 'v1' } },
    { text: 'web.example.dev/v1alpha1', parts: { group: 'web.example.dev', version: 'v1alpha1' } },
  ])('parses and formats $text', ({ text, parts }) => {
    expect([formatApiVersion(parts), parseApiVersion(text)]).toEqual([text, parts])
  })

  it.each(['', '/', '/v1', 'apps/', 'a/b/c'])('refuses %j', (text) => {
    expect(() => parseApiVersion(text)).toThrow(
      `Cannot read the apiVersion ${JSON.stringify(text)}: it is neither a version nor group/version. Write 'apps/v1', or 'v1' for the core group.`,
    )
  })
})

describe('isSameKind', () => {
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment' }

  it.each([
    { name: 'another version', other: { apiVersion: 'apps/v1beta1', kind: 'Deployment' }, same: true },
    { name: 'another group', other: { apiVersion: 'extensions/v1', kind: 'Deployment' }, same: false },
    { name: 'the core group', other: { apiVersion: 'v1', kind: 'Deployment' }, same: false },
    { name: 'another kind', other: { apiVersion: 'apps/v1', kind: 'ReplicaSet' }, same: false },
  ])('is $same for $name', ({ other, same }) => {
    expect(isSameKind(deployment, other)).toBe(same)
  })
})

describe('formatGroupResource', () => {
  it('omits the core group', () => {
    const resources = [
      { group: '', plural: 'pods' },
      { group: 'web.example.dev', plural: 'websites' },
    ]
    expect(resources.map(formatGroupResource)).toEqual(['pods', 'websites.web.example.dev'])
  })
})

describe('compareVersionPriority', () => {
  /** In descending priority, as an API server lists them. */
  const ranked = [
    ['v10', 'v2', 'v1', 'v11beta2', 'v10beta3', 'v3beta1', 'v12alpha1', 'v11alpha2', 'foo1', 'foo10'],
    ['v1', 'v1beta2', 'v1beta1', 'v1alpha1'],
    ['v1alpha1', 'V1', 'v1alpha', 'v1beta1x', 'v1gamma1', 'v9223372036854775808'],
    ['v9223372036854775807', 'v1'],
  ]

  it.each(ranked)('sorts %s first', (...versions) => {
    expect([...versions].reverse().sort(compareVersionPriority)).toEqual(versions)
  })

  it('is antisymmetric and transitive', () => {
    const version = fc.oneof(
      fc.stringMatching(/^v\d{1,3}((alpha|beta)\d{1,2})?$/),
      fc.constantFrom('a', 'b', 'v', 'v1x'),
    )
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersionPriority(a, b))).toBe(-Math.sign(compareVersionPriority(b, a)) + 0)
        const [first, , last] = [a, b, c].sort(compareVersionPriority) as [string, string, string]
        expect(compareVersionPriority(first, last)).toBeLessThanOrEqual(0)
      }),
    )
  })
})
