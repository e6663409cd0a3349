import { describe, expect, it } from 'vitest'
import { ShapeSet } from '../../packages/apiserver/src/codec/shape-text.ts'
import type { StructType } from '../../packages/apiserver/src/go/go-type.ts'
import type { Facts, TypeFact } from './facts.ts'
import { shapeModules } from './shape-modules.ts'

const types: TypeFact[] = [
  {
    type: 'k8s.io/api/apps/v1.Thing',
    fields: [
      { go: 'TypeMeta', json: ',inline', type: 'k8s.io/apimachinery/pkg/apis/meta/v1.TypeMeta', isEmbedded: true },
      { go: 'Size', json: 'size,omitempty', proto: 'bytes,2,opt,name=size', type: '*k8s.io/api/core/v1.Size' },
      { go: 'Names', json: 'names', proto: 'bytes,3,rep,name=names', type: '[]k8s.io/api/apps/v1.Name' },
      {
        go: 'Made',
        json: 'made,omitempty,omitzero',
        proto: 'bytes,4,opt',
        type: 'k8s.io/apimachinery/pkg/apis/meta/v1.Time',
      },
      { go: 'UID', json: 'uid', proto: 'bytes,5,opt', type: 'k8s.io/apimachinery/pkg/types.UID' },
    ],
  },
  { type: 'k8s.io/api/apps/v1.Name', is: 'string' },
  { type: 'k8s.io/api/core/v1.Size', is: '[]string', readsProto: true },
  { type: 'k8s.io/apimachinery/pkg/apis/meta/v1.Time', readsJson: true, readsProto: true },
  {
    type: 'k8s.io/apimachinery/pkg/apis/meta/v1.TypeMeta',
    fields: [{ go: 'Kind', json: 'kind,omitempty', proto: 'bytes,1,opt', type: 'string' }],
  },
  { type: 'k8s.io/apimachinery/pkg/types.UID', is: 'string' },
]
const facts: Facts = {
  kinds: { 'apps/v1/Thing': 'k8s.io/api/apps/v1.Thing' },
  registered: [
    '/v1/Pod',
    '/v1/Status',
    'apps/v1/DeleteOptions',
    'apps/v1/Thing',
    'batch/v1/DeleteOptions',
    'batch/v1/Job',
  ],
  types,
}

describe('shapeModules', () => {
  const texts = shapeModules(facts)

  it('writes a line per type, with short names and field numbers of the tags', () => {
    expect(texts.get('apps/v1.ts')).toBe(
      '// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.\nexport const shapes = `\n' +
        'Thing ^meta/v1.TypeMeta size?*core/v1.Size=2 names:[]Name=3 made~meta/v1.Time=4 uid:types.UID=5\nName =string\n`\n',
    )
    expect(texts.get('core/v1.ts')).toContain('\nSize =#[]string\n')
    expect(texts.get('machinery.ts')).toContain('\ntypes.UID =string\n')
  })

  it('lists the modules that a group version needs', () => {
    expect(texts.get('modules.ts')).toContain(
      "'apps/v1': { module: 'apps/v1', needs: ['apps/v1', 'core/v1', 'machinery', 'meta/v1'] }",
    )
  })

  it('writes kinds of all versions once', () => {
    expect(texts.get('registered-kinds.ts')).toContain("everywhere = 'DeleteOptions'")
    expect(texts.get('registered-kinds.ts')).toContain("'batch/v1': 'Job'")
  })

  it('writes a format that the codec can read', () => {
    const set = new ShapeSet()
    for (const module of ['apps/v1', 'core/v1', 'meta/v1', 'machinery']) {
      set.add(module, texts.get(`${module}.ts`)!.split('`\n')[1]!.replace(/`$/, ''))
    }
    const { fields } = (set.type('apps/v1.Thing') as StructType).members
    expect(fields.map(({ name, type, omitsEmpty }) => [name, type.name, omitsEmpty])).toEqual([
      ['kind', 'string', true],
      ['size', 'v1.Size', true],
      ['names', '[]v1.Name', false],
      ['made', 'v1.Time', true],
      ['uid', 'types.UID', false],
    ])
  })

  it('refuses a type with custom JSON that the codec does not support', () => {
    const strange = { ...facts, types: [{ type: 'k8s.io/api/core/v1.Strange', readsJson: true }] }
    expect(() => shapeModules(strange)).toThrow(
      'core/v1.Strange has JSON of its own, which the codec does not know yet.',
    )
  })
})
