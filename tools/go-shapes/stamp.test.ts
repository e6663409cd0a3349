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
    { name: 'nothing if nothing changed', written: stamp, found: [] },
    { name: 'a missing stamp', written: undefined, found: ['tools/go-shapes/stamp.json is missing.'] },
    {
      name: 'changed inputs',
      written: { ...stamp, inputs: '' },
      found: ['tools/go-shapes or the served kinds changed since the table was made.'],
    },
    {
      name: 'changed outputs',
      written: { ...stamp, outputs: '' },
      found: ['packages/apiserver/src/generated/go-shapes was edited by hand.'],
    },
  ])('reports $name', ({ written, found }) => {
    expect(complaints(written, stamp)).toEqual(found)
  })
})

describe('wantedKinds', () => {
  it('returns served kinds, bodies of their subresources, and DeleteOptions', () => {
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
