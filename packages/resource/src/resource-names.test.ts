import { describe, expect, it } from 'vitest'
import { completeNames, type GivenNames } from './resource-names.ts'

const website: GivenNames = { group: 'web.example.dev', version: 'v1', kind: 'Website' }

function complaint(names: Partial<GivenNames>, versions: readonly string[] = ['v1']): string {
  try {
    completeNames({ ...website, ...names }, versions)
    return 'none'
  } catch (error) {
    return (error as Error).message
  }
}

describe('completeNames', () => {
  it('derives missing names from the kind', () => {
    expect(completeNames(website, ['v1'])).toEqual({
      plural: 'websites',
      singular: 'website',
      shortNames: [],
      categories: [],
    })
  })

  it('keeps given names', () => {
    const given = { plural: 'sites', singular: 'site', shortNames: ['ws'], categories: ['all'] }
    expect(completeNames({ ...website, ...given }, ['v1'])).toEqual(given)
  })

  it.each([
    ['a group without a dot', { group: 'web' }],
    ['a group with capitals', { group: 'Web.example.dev' }],
    ['a reserved group', { group: 'web.k8s.io' }],
    ['a kind in lower case', { kind: 'website' }],
    ['a kind with a dash', { kind: 'Web-Site' }],
    ['a kind that is too long', { kind: `W${'e'.repeat(63)}` }],
    ['a kind that sounds like a list', { kind: 'WebsiteList' }],
    ['a plural with a dot', { plural: 'web.sites' }],
    ['a plural that starts with a digit', { plural: '3sites' }],
    ['a short name in capitals', { shortNames: ['WS'] }],
    ['a short name given twice', { shortNames: ['ws', 'ws'] }],
    ['an empty category', { categories: [''] }],
    ['a condition of two words', { conditions: ['not ready'] }],
    ['a condition given twice', { conditions: ['Ready', 'Ready'] }],
  ] as const)('refuses %s', (_name, names) => {
    expect(complaint(names)).toMatchSnapshot()
  })

  it('refuses versions that are not DNS labels', () => {
    expect(complaint({}, ['v1', 'V2'])).toMatch(/versions\.V2: "V2" is not valid: a DNS-1035 label/)
  })

  it('reports all mistakes at once', () => {
    expect(
      complaint({ group: 'web', kind: 'website', shortNames: ['-'] }).match(/group:|kind:|shortNames\[0\]:/g),
    ).toEqual(['group:', 'kind:', 'shortNames[0]:'])
  })
})
