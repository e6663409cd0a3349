import { describe, expect, it } from 'vitest'
import { formatRef, parseRef, refOf } from './reference.ts'

describe('object references', () => {
  it.each([
    { ref: { name: 'blog', namespace: 'default' }, text: 'default/blog' },
    { ref: { name: 'node-1' }, text: 'node-1' },
  ])('parse and format $text', ({ ref, text }) => {
    expect([formatRef(ref), parseRef(text)]).toEqual([text, ref])
  })

  it('format an empty namespace like a missing one', () => {
    expect(formatRef({ name: 'node-1', namespace: '' })).toBe('node-1')
  })

  it('contain only namespace and name of an object', () => {
    const metadata = { name: 'blog', namespace: 'default', uid: '1', labels: {} }
    expect(refOf({ metadata })).toEqual({ name: 'blog', namespace: 'default' })
    expect(Object.keys(refOf({ metadata: { name: 'node-1' } }))).toEqual(['name'])
  })

  it.each(['', '/', 'a/', '/b', 'a/b/c'])('reject %j', (text) => {
    expect(() => parseRef(text)).toThrow(
      `Cannot read the reference ${JSON.stringify(text)}: it is neither a name nor namespace/name. Write 'default/blog', or 'blog' for a cluster-scoped object.`,
    )
  })
})
