import { describe, expect, it } from 'vitest'
import { complaints, stampOf } from './stamp.ts'
import { wantedKinds } from './wanted-kinds.ts'

describe('stampOf', () => {
  const texts = new Map([
    ['a', '1'],
    ['b', '2'],
  ])
  const stamp = stampOf(texts, texts)

  it('does not depend on the order of files', () => {
    expect(stampOf(new Map([...texts].reverse()), texts)).toEqual(stamp)
  })

  it.each([
    { name: 'nothing when all is as it was', written: stamp, found: [] },
    { name: 'a missing stamp', written: undefined, found: ['tools/go-shapes/stamp.json is missing.'] },
    {
      name: 'other inputs',
      written: { ...stamp, inputs: '' },
      found: ['tools/go-shapes or the served kinds changed since the table was made.'],
    },
    {
      name: 'other outputs',
      written: { ...stamp, outputs: '' },
      found: ['packages/apiserver/src/generated/go-shapes was edited by hand.'],
    },
  ])('complains about $name', ({ written, found }) => {
    expect(complaints(written, stamp)).toEqual(found)
  })
})

describe('wantedKinds', () => {
  it('are the kinds served, what their subresources speak, and the options of deletions', () => {
    const verbs = ['get'] as const
    const subresources = [
      { name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs },
      { name: 'exec', group: '', version: 'v1', kind: 'PodExecOptions', verbs },
    ]
    const resource = {
      kind: 'Thing',
      plural: 'things',
      singular: 'thing',
      scope: 'Namespaced',
      verbs,
      subresources,
    } as const
    const groups = [{ group: 'apps', versions: [{ version: 'v1', resources: [resource] }] }]
    expect(wantedKinds({ groups })).toEqual(['/v1/DeleteOptions', 'apps/v1/Thing', 'autoscaling/v1/Scale'])
  })
})
