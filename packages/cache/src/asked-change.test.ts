import type { KubeObject } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { isMadeBy } from './asked-change.ts'

interface State {
  readonly metadata?: object
  readonly spec?: object
  readonly status?: object
}

function objectOf(version: number, { metadata, ...rest }: State): KubeObject {
  const identity = { name: 'blog', uid: 'uid', resourceVersion: String(version), generation: version }
  return { apiVersion: 'v1', kind: 'Website', metadata: { ...identity, ...metadata }, ...rest } as unknown as KubeObject
}

const ready = { type: 'Ready', status: 'True' }
const unready = { type: 'Ready', status: 'False' }
const other = { type: 'Paid', status: 'True' }

const cases: readonly { name: string; body: unknown; before: State; after: State; isOwn: boolean }[] = [
  {
    name: 'a field that was asked for',
    body: { spec: { size: 2 } },
    before: { spec: { size: 1, text: 'a' } },
    after: { spec: { size: 2, text: 'a' } },
    isOwn: true,
  },
  {
    name: 'a field that was asked to go',
    body: { metadata: { labels: { a: null } } },
    before: { metadata: { labels: { a: 'b', c: 'd' } } },
    after: { metadata: { labels: { c: 'd' } } },
    isOwn: true,
  },
  {
    name: 'an element of a list that was asked for',
    body: { status: { conditions: [ready] } },
    before: { status: { conditions: [other, unready] } },
    after: { status: { conditions: [other, ready] } },
    isOwn: true,
  },
  {
    name: 'a list that was asked for',
    body: { spec: { args: ['a', 'b'] } },
    before: { spec: { args: ['a'] } },
    after: { spec: { args: ['a', 'b'] } },
    isOwn: true,
  },
  {
    name: 'what was asked for on the condition that nothing has changed',
    body: { metadata: { resourceVersion: '1', finalizers: ['a'] } },
    before: {},
    after: { metadata: { finalizers: ['a'] }, spec: { defaulted: true } },
    isOwn: true,
  },
  {
    name: 'nothing that can be seen',
    body: { spec: { size: 1 } },
    before: { spec: { size: 1 } },
    after: { spec: { size: 1 } },
    isOwn: false,
  },
  {
    name: 'a field that was not asked for',
    body: { metadata: { labels: { app: 'x' } } },
    before: { metadata: { labels: { app: 'x' } }, spec: { size: 1 } },
    after: { metadata: { labels: { app: 'x' } }, spec: { size: 2 } },
    isOwn: false,
  },
  {
    name: 'a field that was asked for, and one that was not',
    body: { spec: { size: 2 } },
    before: { spec: { size: 1 }, status: { seen: 1 } },
    after: { spec: { size: 2 }, status: { seen: 2 } },
    isOwn: false,
  },
  {
    name: 'another value',
    body: { spec: { size: 2 } },
    before: { spec: { size: 1 } },
    after: { spec: { size: 3 } },
    isOwn: false,
  },
  {
    name: 'an element of a list that was not asked for',
    body: { status: { conditions: [ready] } },
    before: { status: { conditions: [ready] } },
    after: { status: { conditions: [ready, other] } },
    isOwn: false,
  },
  {
    name: 'an element that is gone without being asked to go',
    body: { status: { conditions: [ready] } },
    before: { status: { conditions: [other, ready] } },
    after: { status: { conditions: [ready] } },
    isOwn: false,
  },
  {
    name: 'a text that is gone from a list',
    body: { spec: { args: ['b'] } },
    before: { spec: { args: ['a', 'b'] } },
    after: { spec: { args: ['b'] } },
    isOwn: false,
  },
  {
    name: 'operations, which name nothing',
    body: [{ op: 'replace', path: '/spec/size', value: 2 }],
    before: { spec: { size: 1 } },
    after: { spec: { size: 2 } },
    isOwn: false,
  },
]

describe('a state that a write was answered with', () => {
  it.each(cases)('that differs by $name is its own: $isOwn', ({ body, before, after, isOwn }) => {
    expect(isMadeBy({ body, isMade: false }, objectOf(1, before), objectOf(2, after))).toBe(isOwn)
  })

  it.each([true, false])('of an object nothing was known of is its own if it made it: %s', (isMade) => {
    expect(isMadeBy({ body: {}, isMade }, undefined, objectOf(1, {}))).toBe(isMade)
  })

  it('is not its own if the condition it was sent with still holds: it changed nothing', () => {
    const body = { metadata: { resourceVersion: '2' }, spec: { size: 2 } }
    expect(isMadeBy({ body, isMade: false }, objectOf(1, {}), objectOf(2, { spec: { size: 2 } }))).toBe(false)
  })
})
