import { describe, expect, it } from 'vitest'
import { isExpired } from '../error/guards.ts'
import { Website, website } from '../testing/kinds.ts'
import { wholeView } from '../verb/view.ts'
import { EventDecoder } from './event-decoder.ts'
import type { WatchEvent } from './watch-event.ts'

const operation = { verb: 'watch', resource: Website } as const

function decode(line: string, omitManagedFields = false): WatchEvent<Website> {
  const bytes = Buffer.from(`noise\n${line}\nnoise`)
  return new EventDecoder({ ...wholeView<Website>(Website, omitManagedFields), operation }).decode(
    bytes,
    6,
    bytes.length - 6,
  )
}

/** All properties of an event, read one after the other. */
function read(event: WatchEvent<Website>): object {
  if (event.type === 'BOOKMARK') return event
  const { type, name, namespace, uid, resourceVersion, generation, labels, deletionTimestamp, object } = event
  return { type, name, namespace, uid, resourceVersion, generation, labels, deletionTimestamp, object }
}

const blog = { ...website(), metadata: { ...website().metadata, labels: { app: 'blog' } } }
const asRead = {
  name: 'blog',
  namespace: 'default',
  uid: 'uid-blog',
  resourceVersion: '5',
  generation: 1,
  labels: { app: 'blog' },
  deletionTimestamp: undefined,
  object: blog,
}

describe('EventDecoder', () => {
  const forms = [
    { name: 'as written by API servers', line: JSON.stringify({ type: 'MODIFIED', object: blog }) },
    { name: 'with the object first', line: JSON.stringify({ object: blog, type: 'MODIFIED' }) },
    {
      name: 'with whitespace',
      line: JSON.stringify({ type: 'MODIFIED', object: blog }, null, 1).replaceAll('\n', ' '),
    },
    { name: 'with a carriage return', line: `${JSON.stringify({ type: 'MODIFIED', object: blog })}\r` },
    {
      name: 'with a field after the object',
      line: JSON.stringify({ type: 'MODIFIED', object: blog, more: { a: 1 } }),
    },
  ]
  it.each(forms)('decodes an event $name', ({ line }) => {
    expect(read(decode(line))).toEqual({ type: 'MODIFIED', ...asRead })
  })

  it('returns the same metadata before and after the object is decoded', () => {
    const event = decode(JSON.stringify({ type: 'ADDED', object: blog }))
    const before = read(event)
    expect(read(event)).toEqual(before)
  })

  it('serializes an event to its original JSON', () => {
    const line = JSON.stringify({ type: 'ADDED', object: blog })
    expect(JSON.stringify(decode(line))).toBe(line)
  })

  it('decodes an object only once', () => {
    const event = decode(JSON.stringify({ type: 'ADDED', object: blog }))
    if (event.type === 'BOOKMARK') throw new Error('expected a change')
    expect(event.object).toBe(event.object)
  })

  it('shares frozen label maps between events', () => {
    const bytes = Buffer.from(JSON.stringify({ type: 'ADDED', object: blog }))
    const decoder = new EventDecoder({ ...wholeView<Website>(Website, false), operation })
    const labels = [1, 2].map(() => {
      const event = decoder.decode(bytes, 0, bytes.length)
      return event.type === 'BOOKMARK' ? undefined : event.labels
    })
    expect(labels[0]).toEqual({ app: 'blog' })
    expect(labels[0]).toBe(labels[1])
    expect(Object.isFrozen(labels[0])).toBe(true)
  })

  it('falls back to full decoding of metadata that the scanner cannot read', () => {
    const line = JSON.stringify({ type: 'ADDED', object: blog }).replace('"name":', '"n\\u0061me":')
    expect(decode(line)).toMatchObject({ type: 'ADDED' })
    expect(read(decode(line))).toMatchObject({ name: 'blog', uid: 'uid-blog' })
  })

  it.each([
    { where: 'first', metadata: { managedFields: [{ a: ['x', '}],'] }], ...blog.metadata } },
    { where: 'last', metadata: { ...blog.metadata, managedFields: [{ a: 1 }] } },
    { where: 'in the middle', metadata: { a: '1', managedFields: [], ...blog.metadata } },
    { where: 'escaped', metadata: { ...blog.metadata, managedFields: [1], 'n"': 1 } },
    { where: 'nowhere', metadata: blog.metadata },
  ])('removes managedFields placed $where in metadata', ({ metadata }) => {
    const object = { apiVersion: 'a/v1', kind: 'A', metadata, spec: { managedFields: ['mine'] } }
    const { managedFields: _, ...rest } = metadata as typeof metadata & { managedFields?: unknown }
    for (const form of [JSON.stringify({ type: 'ADDED', object }), JSON.stringify({ object, type: 'ADDED' })]) {
      const event = decode(form, true)
      expect(event.type !== 'BOOKMARK' && event.object).toEqual({ ...object, metadata: rest })
    }
  })

  it('recognises bookmarks and the initial-events-end annotation', () => {
    const bookmark = (annotations?: object) =>
      decode(
        JSON.stringify({
          type: 'BOOKMARK',
          object: { kind: 'Website', metadata: { resourceVersion: '9', annotations } },
        }),
      )
    expect(bookmark()).toEqual({ type: 'BOOKMARK', resourceVersion: '9', isInitialEventsEnd: false })
    expect(bookmark({ 'k8s.io/initial-events-end': 'true' })).toMatchObject({ isInitialEventsEnd: true })
  })

  it('throws an ERROR event as an API error', () => {
    const status = {
      kind: 'Status',
      status: 'Failure',
      message: 'too old resource version: 5 (100)',
      reason: 'Expired',
      code: 410,
    }
    const line = JSON.stringify({ type: 'ERROR', object: status })
    expect(() => decode(line)).toThrow(
      'Cannot watch websites.web.example.dev in all namespaces: the server answered 410 Expired: too old resource version: 5 (100). List again, and watch from the resourceVersion of that list.',
    )
    expect(() => decode(line)).toThrow(expect.toSatisfy(isExpired))
  })

  const damaged = [
    {
      name: 'an HTML page',
      line: '<html><head><title>Log in</title></head></html>',
      says: 'an HTML page titled "Log in"',
    },
    { name: 'plain text', line: 'upstream connect error', says: 'the text "upstream connect error"' },
    { name: 'JSON that is no event', line: '{"a":1}', says: 'not an event but a JSON object with a.' },
    {
      name: 'an unknown type',
      line: '{"type":"EXPLODED","object":{"metadata":{}}}',
      says: 'a JSON object with type, object',
    },
    {
      name: 'an object without metadata',
      line: '{"type":"ADDED","object":{},"x":1 }',
      says: 'a JSON object with type, object, x',
    },
  ]
  it.each(damaged)('rejects $name', ({ line, says }) => {
    expect(() => read(decode(line))).toThrow(says)
  })

  const damagedMetadata = [
    { key: 'labels', value: '{"a":tru}' },
    { key: 'name', value: '"\\u12"' },
    { key: 'generation', value: '01' },
    { key: 'deletionTimestamp', value: 'nul' },
  ] as const
  it.each(damagedMetadata)('fails on access to malformed $key', ({ key, value }) => {
    const event = decode(`{"type":"ADDED","object":{"kind":"Website","metadata":{"uid":"u","${key}":${value}}}}`)
    if (event.type === 'BOOKMARK') throw new Error('expected a change')
    expect(event.uid).toBe('u')
    expect(() => event[key]).toThrow(expect.objectContaining({ code: 'KW_CLIENT_EVENT' }))
  })

  it('fails on access to a malformed object without quoting it', () => {
    const event = decode('{"type":"ADDED","object":{"metadata":{"name":"a"},"data":{"password":"hunter2"}oops}}')
    if (event.type === 'BOOKMARK') throw new Error('expected a change')
    expect(event.name).toBe('a')
    expect(() => event.object).toThrow('a line of the stream is not an event but 85 bytes of JSON that is damaged')
    expect(() => event.object).not.toThrow('hunter2')
  })
})
