import { describe, expect, it } from 'vitest'
import { ConfigMap } from '@kubewright/kubernetes'
import type { IgnoredField } from '../definition/exploration.ts'
import { stateDifferences } from '../state/state-difference.ts'
import { type Excuses, ignoring, type Judged, judgeWith, noPlaces } from './judge.ts'

const none: Judged = { checkpoints: [], findings: [], creations: new Map(), deletions: new Map(), orphans: new Map() }
const strict: Excuses = { isUserAhead: false, isViewBehind: false, broughtBack: new Set() }
const blog = 'configmaps default/blog'
const once = new Map([[blog, 1]])
const twice = new Map([[blog, 2]])
const reference: Judged = { ...none, creations: once, deletions: once }

function messages(excuses: Partial<Excuses>, run: Partial<Judged>): readonly string[] {
  const found = judgeWith({ ...strict, ...excuses }, reference, { ...reference, ...run }, noPlaces)
  return found.map(({ message }) => message)
}

describe('judgeWith', () => {
  it('reports an object that is created or deleted more often than without faults', () => {
    expect(messages({}, { creations: twice })).toEqual([`${blog} was created 2 times, and once without the fault`])
    expect(messages({}, { deletions: twice })).toEqual([`${blog} was deleted 2 times, and once without the fault`])
    expect(messages({}, {})).toEqual([])
  })

  it('tolerates a creation for a deleted owner only if a watch is stale', () => {
    expect(messages({ isViewBehind: true }, { creations: twice, orphans: once })).toEqual([])
    expect(messages({}, { creations: twice, orphans: once })).toHaveLength(1)
    expect(messages({ isViewBehind: true }, { creations: twice })).toHaveLength(1)
  })

  it('tolerates one more creation and deletion by a late call, and nothing else', () => {
    expect(messages({ broughtBack: new Set([blog]) }, { creations: twice, deletions: twice })).toEqual([])
    expect(messages({ broughtBack: new Set(['secrets default/blog']) }, { deletions: twice })).toHaveLength(1)
    expect(messages({ broughtBack: new Set([blog]) }, { deletions: new Map([[blog, 3]]) })).toHaveLength(1)
  })
})

describe('ignored fields', () => {
  const note = 'example.dev/note'
  const blogMap = 'ConfigMap default/blog'
  const with1 = { data: { team: 'web' }, metadata: { annotations: { [note]: '1' } } }
  const with2 = { data: { team: 'ops' }, metadata: { annotations: { [note]: '2' } } }
  const without = { data: { team: 'web' }, metadata: {} }

  /** The paths of the differences that are not ignored. */
  function left(ignore: readonly IgnoredField[], object: string, one: object, two: object): readonly string[] {
    const [expected, actual] = [one, two].map((value) => new Map([[object, value as never]]))
    const places = ignoring(noPlaces, ignore)
    return stateDifferences(expected!, actual!).flatMap((it) => (places.has(it) ? [] : [it.path]))
  }

  it.each([`metadata.annotations["${note}"]`, `metadata.annotations.${note}`, 'metadata.annotations', 'metadata'])(
    'have keys with dots, and may be the only ones of their map: %s',
    (path) => {
      expect(left([path, 'data'], blogMap, with1, with2)).toEqual([])
      expect(left([path], blogMap, with1, without)).toEqual([])
      expect(left([path], blogMap, without, with1)).toEqual([])
    },
  )

  it('may be empty in one run and absent in the other', () => {
    expect(left(['data'], blogMap, { data: {} }, {})).toEqual([])
    expect(left(['data.team'], blogMap, { data: {} }, {})).toEqual(['data'])
  })

  it('do not excuse a missing status', () => {
    expect(left(['status.count'], blogMap, { status: { count: 1 } }, {})).toEqual(['status'])
  })

  it('do not excuse other keys of an absent map', () => {
    const more = { ...without, metadata: { annotations: { [note]: '1', other: 'x' } } }
    expect(left([`metadata.annotations["${note}"]`], blogMap, without, more)).toEqual(['metadata.annotations'])
  })

  it('are those of one kind, in every cluster', () => {
    const ignore = [{ kind: ConfigMap, path: 'data.team' }, 'metadata']
    expect(left(ignore, blogMap, with1, with2)).toEqual([])
    expect(left(ignore, 'ConfigMap@east default/blog', with1, with2)).toEqual([])
    expect(left(ignore, 'Secret default/blog', with1, with2)).toEqual(['data.team'])
  })

  it('do not include an object that is missing', () => {
    const [missing] = stateDifferences(new Map([[blogMap, with1]]), new Map())
    expect(ignoring(noPlaces, ['data', 'metadata']).has(missing!)).toBe(false)
  })

  it('of a kind are not those of an external service', () => {
    const fields = [['inventory']]
    const service = (object: string) => ({ object, path: 'inventory', fields, expected: '1', actual: '2' })
    const places = ignoring(noPlaces, [{ kind: ConfigMap, path: 'inventory' }])
    expect(['ConfigMap', 'ConfigMaps'].map((name) => places.has(service(name)))).toEqual([false, false])
    expect(ignoring(noPlaces, ['inventory']).has(service('ConfigMaps'))).toBe(true)
  })
})
