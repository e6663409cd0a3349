import { describe, expect, it } from 'vitest'
import { ObjectIds } from './object-ids.ts'

function idOf(ids: ObjectIds, object: string): string {
  ids.about(object)
  return ids.uuid()
}

describe('ObjectIds', () => {
  it('gives an object the same uid, whatever was created before', () => {
    const [one, two] = [new ObjectIds(), new ObjectIds()]
    idOf(two, 'secrets default/other')
    expect(idOf(one, 'configmaps default/blog')).toBe(idOf(two, 'configmaps default/blog'))
  })

  it('gives other objects, and a recreated one, another uid', () => {
    const ids = new ObjectIds()
    const first = idOf(ids, 'configmaps default/blog')
    ids.made('configmaps default/blog')
    const again = idOf(ids, 'configmaps default/blog')
    const other = idOf(ids, 'configmaps default/shop')
    expect(new Set([first, again, other]).size).toBe(3)
  })
})
