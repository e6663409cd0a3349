import { describe, expect, it } from 'vitest'
import { sourceSelection } from './source-selection.ts'
import { site } from './testing/objects.ts'

const blog = site('blog', 1, { labels: { tier: 'web' } })

describe('membership of an object in a source', () => {
  it.each([
    { scope: {}, belongs: 'yes' },
    { scope: { namespace: 'default' }, belongs: 'yes' },
    { scope: { namespace: 'other' }, belongs: 'no' },
    { scope: { labels: 'tier=web' }, belongs: 'yes' },
    { scope: { labels: 'tier!=web' }, belongs: 'no' },
    { scope: { fields: 'metadata.name=blog' }, belongs: 'yes' },
    { scope: { fields: 'metadata.name=shop' }, belongs: 'no' },
    { scope: { fields: 'metadata.name!=shop,metadata.namespace=default' }, belongs: 'yes' },
    { scope: { fields: 'spec.image=nginx' }, belongs: 'unknown' },
    { scope: { fields: 'spec.image=nginx,metadata.name=shop' }, belongs: 'no' },
    { scope: { labels: 'tier=db', fields: 'spec.image=nginx' }, belongs: 'no' },
  ])('is $belongs for $scope', ({ scope, belongs }) => {
    expect(sourceSelection(scope)(blog)).toBe(belongs)
  })

  it('fails on an invalid label selector', () => {
    expect(() => sourceSelection({ labels: 'a b' })).toThrow('Cannot read the label selector')
  })
})
