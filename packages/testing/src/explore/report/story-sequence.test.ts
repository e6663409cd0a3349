import { describe, expect, it } from 'vitest'
import { sequenceOf } from './story-sequence.ts'
import type { TraceEntry } from '../trace/trace.ts'

type CallEntry = Extract<TraceEntry, { type: 'call' }>

const step = (number: number, text: string): TraceEntry => ({ type: 'step', step: number, text })
const quiet = (number: number): TraceEntry => ({ type: 'quiet', step: number })

function call(name: string, more: Partial<CallEntry> = {}): CallEntry {
  return { type: 'call', by: 'operator 1', call: name, nth: 1, writes: true, changed: false, ...more }
}

const written = (name: string, object: object, more: Partial<CallEntry> = {}) =>
  call(name, { status: 200, changed: true, answer: JSON.stringify(object), ...more })

const blog = { kind: 'ConfigMap', metadata: { namespace: 'default', name: 'blog' } }
const sequence = (entries: readonly TraceEntry[]) => sequenceOf({ finding: {}, wrong: 'a crash', entries })
const moments = (...entries: readonly TraceEntry[]) => sequence([step(1, 'one'), ...entries]).moments.slice(1)

describe('sequenceOf', () => {
  it('contains caller, target, request and response', () => {
    const sent = JSON.stringify({ data: { title: 'Notes' } })
    expect(moments(written('create configmaps default/blog', blog, { status: 201, sent }))).toEqual([
      {
        type: 'call',
        from: 'operator 1',
        to: 'server',
        text: 'create configmaps default/blog',
        sent: '{ data: { title: "Notes" } }',
        answer: '201',
        objects: [
          { name: 'configmaps default/blog', state: JSON.stringify({ kind: 'ConfigMap', metadata: blog.metadata }) },
        ],
      },
    ])
  })

  it.each([
    ['get configmaps default/blog', 'server'],
    ['patch configmaps@east default/blog', 'server east'],
    ['patch deployments.apps@east/status default/blog', 'server east'],
    ['dns.ensure', 'dns'],
  ])('%s is sent to %s', (name, to) => {
    expect(moments(call(name, { status: 200 }))).toMatchObject([{ to }])
  })

  it.each([
    ['the connection breaks before it is sent', undefined, 'request'],
    ['no response before the timeout', undefined, 'request'],
    ['answered with 500', undefined, 'refusal'],
    ['the response is lost', 201, 'answer'],
  ])('"%s" is shown at the %s', (fate, status, at) => {
    const struck = call('create secrets default/a', { fate, ...(status === undefined ? {} : { status }) })
    expect(moments(struck)).toMatchObject([{ struck: { text: fate, at } }])
  })

  it('distinguishes faults from their consequences', () => {
    const notes = [
      'operator 1 crashes after "x"',
      'operator 2 starts',
      'the watch of sites expires',
      'the outage is over: x',
    ]
    expect(moments(...notes.map((text): TraceEntry => ({ type: 'note', text })))).toEqual([
      { type: 'fault', from: 'operator 1', text: notes[0] },
      { type: 'note', from: 'operator 2', text: notes[1] },
      { type: 'fault', text: notes[2] },
      { type: 'note', text: notes[3] },
    ])
  })

  it('omits calls that change nothing and meet no fault', () => {
    const user = { by: 'user', writes: false, status: 200 }
    const looked = [
      call('watch sites', { writes: false }),
      call('get sites default/blog', user),
      call('list pods', { by: 'cluster' }),
    ]
    expect(moments(...looked)).toEqual([])
    expect(moments(call('watch sites', { writes: false, fate: 'no response before the timeout' }))).toHaveLength(1)
  })

  it('contains the objects that existed before, without deleted ones', () => {
    const gone = { kind: 'Status' }
    const other = { kind: 'Secret', metadata: { namespace: 'default', name: 'old' } }
    const { before, moments: told } = sequence([
      step(1, 'one'),
      written('create configmaps default/blog', blog, { by: 'user' }),
      written('create secrets default/old', other),
      written('delete secrets default/old', gone),
      quiet(1),
      step(2, 'two'),
      { type: 'note', text: 'operator 1 crashes' },
    ])
    expect(before.map(({ name }) => name)).toEqual(['configmaps default/blog'])
    expect(told.map(({ text }) => text)).toEqual(['step 2: two', 'operator 1 crashes'])
  })

  it('shows a deleted object until its last finalizer is removed', () => {
    const held = { ...blog, metadata: { ...blog.metadata, deletionTimestamp: 'now', finalizers: ['a'] } }
    const free = { ...blog, metadata: { ...blog.metadata, deletionTimestamp: 'now' } }
    const [first, second] = moments(
      written('delete configmaps default/blog', held),
      written('patch configmaps default/blog', free),
    )
    expect(first?.objects?.[0]?.state).toContain('finalizers')
    expect(second?.objects).toEqual([{ name: 'configmaps default/blog', state: null }])
  })

  it('is limited in size, for many moments and large objects', () => {
    const large = { ...blog, data: { text: 'x'.repeat(10_000) } }
    expect(moments(written('update configmaps default/blog', large))[0]?.objects).toEqual([
      { name: 'configmaps default/blog' },
    ])
    const many = Array.from({ length: 1_000 }, (_, at) =>
      written('update configmaps default/blog', { ...blog, data: { at: String(at) } }),
    )
    const told = moments(...many)
    expect(told).toHaveLength(300)
    const gap = told.find(({ type }) => type === 'gap')
    expect(gap?.text).toBe('701 more between')
    expect(gap?.objects?.[0]?.state).toContain('"at":"799"')
  })

  it('shows no object for a response without one', () => {
    expect(moments(call('dns.ensure', { changed: true, status: 'done', answer: '"z-1"' }))[0]).not.toHaveProperty(
      'objects',
    )
    expect(moments(call('create x default/a', { changed: true, answer: '{' }))[0]).not.toHaveProperty('objects')
  })
})
