import { describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import { blogRef, Website, website } from '../testing/kinds.ts'
import { ScriptedServer } from '../scripted/scripted-server.ts'
import { findLoss } from './json-loss.ts'

describe('findLoss', () => {
  const losses: { value: unknown; says: string }[] = [
    { value: { spec: { replicas: Number.NaN } }, says: 'spec.replicas is NaN' },
    { value: { spec: { size: Number.POSITIVE_INFINITY } }, says: 'spec.size is Infinity' },
    { value: { data: { run: () => 1 } }, says: 'data.run is a function' },
    { value: { data: { key: Symbol('a') } }, says: 'data.key is a symbol' },
    { value: { list: ['a', undefined] }, says: 'list[1] is undefined' },
    { value: [{ op: 'add', path: '/a', value: Number.NaN }], says: '[0].value is NaN' },
    { value: { labels: new Map([['a', 'b']]) }, says: 'labels is a Map' },
    { value: { data: Buffer.from('a') }, says: 'data is a Uint8Array' },
    { value: { at: new Date(Number.NaN) }, says: 'at is an invalid date' },
    { value: { metadata: { labels: { 'app.dev/name': Number.NaN } } }, says: 'metadata.labels["app.dev/name"] is NaN' },
    { value: { part: { toJSON: () => ({ deep: Number.NaN }) } }, says: 'part.deep is NaN' },
    { value: { part: { toJSON: () => Number.NaN } }, says: 'part is NaN' },
  ]
  it.each(losses)('reports that $says', ({ value, says }) => {
    expect(findLoss(value)).toBe(says)
  })

  it('returns undefined for JSON-compatible values', () => {
    const absent = undefined
    const sound = {
      a: [1, -0, 'x', null, true, [], {}],
      b: { absent },
      c: new Date(0),
      d: Object.create(null) as object,
    }
    expect(findLoss(sound)).toBeUndefined()
  })
})

describe('a write with a value that JSON cannot represent', () => {
  it('is rejected before sending', async () => {
    const server = new ScriptedServer({ '*': () => ({ body: website() }) })
    const client = createClient(server, { fieldManager: 'test-operator' })
    const spec = { image: 'nginx:1', replicas: Number.NaN }
    const calls = [
      () => client.create(Website, { metadata: blogRef, spec }),
      () => client.update(Website, website('blog', '5', { spec })),
      () => client.apply(Website, { metadata: blogRef, spec }),
      () => client.patch(Website, blogRef, { spec }),
    ]
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        code: 'KW_CLIENT_OBJECT',
        message: expect.stringContaining('default/blog: spec.replicas is NaN, which JSON cannot hold. Pass plain data'),
      })
    }
    expect(server.requests).toEqual([])
  })
})
