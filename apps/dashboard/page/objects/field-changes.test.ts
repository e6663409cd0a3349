import { describe, expect, it } from 'vitest'
import { fieldChanges } from './field-changes.ts'
import type { PlainObject } from './plain-object.ts'

const managedFields = [
  { manager: 'kubectl-edit', fieldsV1: { 'f:spec': { 'f:replicas': {} } } },
  {
    manager: 'websites',
    fieldsV1: { 'f:spec': { 'f:containers': { 'k:{"name":"site"}': { '.': {}, 'f:image': {} } } } },
  },
  { manager: 'kubelet', subresource: 'status', fieldsV1: { 'f:status': { 'f:phase': {} } } },
]
const object = (fields: object): PlainObject =>
  ({ metadata: { name: 'blog', uid: '1', managedFields }, ...fields }) as PlainObject

describe('field changes between two versions', () => {
  it.each([
    ['a field', { spec: { replicas: 1 } }, { spec: { replicas: 3 } }, [['spec.replicas', 1, 3, ['kubectl-edit']]]],
    ['a new field', { spec: {} }, { spec: { replicas: 3 } }, [['spec.replicas', undefined, 3, ['kubectl-edit']]]],
    [
      'an item of a list, wherever it moved',
      { spec: { containers: [{ name: 'site', image: 'a' }, { name: 'log' }] } },
      { spec: { containers: [{ name: 'log' }, { name: 'site', image: 'b' }] } },
      [['spec.containers[name=site].image', 'a', 'b', ['websites']]],
    ],
    [
      'a status',
      { status: { phase: 'A' } },
      { status: { phase: 'B' } },
      [['status.phase', 'A', 'B', ['kubelet (status)']]],
    ],
    ['a field without manager', { data: { 'a.b': '1' } }, { data: { 'a.b': '2' } }, [['data["a.b"]', '1', '2', []]]],
    ['a list without keys', { x: [1, 2] }, { x: [2] }, [['x', [1, 2], [2], []]]],
    [
      'hostile names',
      { data: {} },
      JSON.parse('{"data":{"__proto__":"x","constructor":"y"}}'),
      [
        ['data.__proto__', undefined, 'x', []],
        ['data.constructor', undefined, 'y', []],
      ],
    ],
    ['no change', { spec: { replicas: 1 } }, { spec: { replicas: 1 } }, []],
  ])('%s', (_, before, after, expected) => {
    const found = fieldChanges(object(before), object(after))
    expect(found.map(({ path, before: one, after: two, by }) => [path, one, two, by])).toEqual(expected)
  })

  it('omit resourceVersion and generation', () => {
    const at = (resourceVersion: string) => ({
      metadata: { name: 'a', uid: '1', resourceVersion, generation: Number(resourceVersion) },
    })
    expect(fieldChanges(at('1') as PlainObject, at('2') as PlainObject)).toEqual([])
  })
})
