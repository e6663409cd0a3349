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

/** Everything an event offers, read in turn. */
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
    { name: 'as servers write it', line: JSON.stringify({ type: 'MODIFIED', object: blog }) },
    { name: 'with the object first', line: JSON.stringify({ object: blog, type: 'MODIFIED' }) },
    { name: 'with blanks', line: JSON.stringify({ type: 'MODIFIED', object: blog }, null, 1).replaceAll('\n', ' ') },
    { name: 'with a carriage return', line: `${JSON.stringify({ type: 'MODIFIED', object: blog })}\r` },
    {
      name: 'with a member behind the object',
      line: JSON.stringify({ type: 'MODIFIED', object: blog, more: { a: 1 } }),
    },
  ]
  it.each(forms)('reads an event $name', ({ line }) => {
    expect(read(decode(line))).toEqual({ type: 'MODIFIED', ...asRead })
  })

  it('reads the same metadata before and after the object is decoded', () => {
    const event = decode(JSON.stringify({ type: 'ADDED', object: blog }))
    const before = read(event)
    expect(read(event)).toEqual(before)
  })

  it('is written as it came', () => {
    const line = JSON.stringify({ type: 'ADDED', object: blog })
    expect(JSON.stringify(decode(line))).toBe(line)
  })

  it('decodes an object once', () => {
    const event = decode(JSON.stringify({ type: 'ADDED', object: blog }))
    if (event.type === 'BOOKMARK') throw new Error('expected a change')
    expect(event.object).toBe(event.object)
  })

  it('shares labels between events, so that nobody can change them', () => {
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

  it('reads metadata that the scanner gives up on', () => {
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
  ])('leaves out managed fields that come $where', ({ metadata }) => {
    const object = { apiVersion: 'a/v1', kind: 'A', metadata, spec: { managedFields: ['mine'] } }
    const { managedFields: _, ...rest } = metadata as typeof metadata & { managedFields?: unknown }
    for (const form of [JSON.stringify({ type: 'ADDED', object }), JSON.stringify({ object, type: 'ADDED' })]) {
      const event = decode(form, true)
      expect(event.type !== 'BOOKMARK' && event.object).toEqual({ ...object, metadata: rest })
    }
  })

  it('tells bookmarks from changes, and the one that ends the initial events', () => {
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

  it('throws an ERROR event as the failure it reports', () => {
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
  it.each(damaged)('refuses $name', ({ line, says }) => {
    expect(() => read(decode(line))).toThrow(says)
  })

  const damagedMetadata = [
    { key: 'labels', value: '{"a":tru}' },
    { key: 'name', value: '"\\u12"' },
    { key: 'generation', value: '01' },
    { key: 'deletionTimestamp', value: 'nul' },
  ] as const
  it.each(damagedMetadata)('says that the $key of an event are damaged', ({ key, value }) => {
    const event = decode(`{"type":"ADDED","object":{"kind":"Website","metadata":{"uid":"u","${key}":${value}}}}`)
    if (event.type === 'BOOKMARK') throw new Error('expected a change')
    expect(event.uid).toBe('u')
    expect(() => event[key]).toThrow(expect.objectContaining({ code: 'KW_CLIENT_EVENT' }))
  })

  it('finds out that an object is damaged when it is read, and never quotes it', () => {
    const event = decode('{"type":"ADDED","object":{"metadata":{"name":"a"},"data":{"password":"hunter2"}oops}}')
    if (event.type === 'BOOKMARK') throw new Error('expected a change')
    expect(event.name).toBe('a')
    expect(() => event.object).toThrow('a line of the stream is not an event but 85 bytes of JSON that is damaged')
    expect(() => event.object).not.toThrow('hunter2')
  })
})
