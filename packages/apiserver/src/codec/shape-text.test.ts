import { describe, expect, it } from 'vitest'
import type { GoType, StructType } from '../go/go-type.ts'
import { groupVersions } from '../generated/go-shapes/modules.ts'
import { loadShape } from './load-shapes.ts'
import { ShapeSet } from './shape-text.ts'

function shapes(): ShapeSet {
  const set = new ShapeSet()
  set.add(
    'core/v1',
    'Volume name:string=1 ^VolumeSource=2\nVolumeSource emptyDir?*EmptyDir=2 size?Size=3\nEmptyDir medium?Medium=1\nMedium =string\nSize =map[Medium]resource.Quantity',
  )
  set.add(
    'apps/v1',
    'Thing volumes?[]core/v1.Volume=1 when~meta/v1.Time=2 self?*Thing=3 extra?map[string]Extra=4 count?*int32=5 always:int32=6 strategy?Strategy=7\nExtra =#[]string\nStrategy type?string=1',
  )
  return set
}

const struct = (set: ShapeSet, name: string) => set.type(name) as StructType

describe('ShapeSet', () => {
  it('names types as Go does', () => {
    const { fields } = struct(shapes(), 'apps/v1.Thing').members
    expect(fields.map(({ name, type }) => [name, type.name])).toEqual([
      ['volumes', '[]v1.Volume'],
      ['when', 'v1.Time'],
      ['self', 'v1.Thing'],
      ['extra', 'map[string]v1.Extra'],
      ['count', 'int32'],
      ['always', 'int32'],
      ['strategy', 'v1.Strategy'],
    ])
  })

  it('treats empty structs as omittable only for optional times', () => {
    const { fields } = struct(shapes(), 'apps/v1.Thing').members
    expect(fields.filter(({ omitsEmpty }) => omitsEmpty).map(({ name }) => name)).toEqual([
      'volumes',
      'when',
      'self',
      'extra',
      'count',
    ])
  })

  it('flattens inlined structs in JSON and nests them in protobuf', () => {
    const volume = struct(shapes(), 'core/v1.Volume')
    const { fields, byNumber } = volume.members
    expect(fields.map(({ name, via, owner }) => [name, via, owner.localName])).toEqual([
      ['name', [], 'Volume'],
      ['emptyDir', ['VolumeSource'], 'Volume'],
      ['size', ['VolumeSource'], 'Volume'],
    ])
    expect(byNumber.get(2)).toMatchObject({
      name: 'VolumeSource',
      inlined: new Map([
        [2, fields[1]],
        [3, fields[2]],
      ]),
    })
  })

  it('creates each type once, even a recursive one', () => {
    const set = shapes()
    const thing = struct(set, 'apps/v1.Thing')
    expect(thing.members.byName.get('self')!.type).toBe(thing)
    expect(set.type('core/v1.Size')).toBe(set.type('core/v1.Size'))
  })

  it('reports an unknown type by name', () => {
    expect(() => shapes().type('core/v1.Pod')).toThrow(
      'The table of Go types has no core/v1.Pod; its module was not loaded.',
    )
  })
})

describe('the table of Go types', () => {
  it('contains every type that it refers to', async () => {
    const seen = new Set<GoType>()
    const visit = (type: GoType): void => {
      if (seen.has(type)) return
      seen.add(type)
      if (type.kind === 'list') visit(type.item)
      if (type.kind === 'map') visit(type.value)
      if (type.kind === 'struct') for (const field of type.members.fields) visit(field.type)
    }
    for (const [apiVersion, kind] of [
      ['v1', 'Pod'],
      ['apps/v1', 'StatefulSet'],
      ['resource.k8s.io/v1', 'ResourceClaim'],
      ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
    ] as const) {
      visit((await loadShape(apiVersion, kind))!)
    }
    expect(seen.size).toBeGreaterThan(250)
    expect(Object.keys(groupVersions)).toHaveLength(22)
  })

  it.each([
    ['v1', 'Foo'],
    ['v1', 'PodSpec'],
    ['v1', 'RestartPolicy'],
    ['constructor', 'Pod'],
    ['example.com/v1', 'Pod'],
  ])('has no kind %s %s', async (apiVersion, kind) => {
    expect(await loadShape(apiVersion, kind)).toBeUndefined()
  })
})
