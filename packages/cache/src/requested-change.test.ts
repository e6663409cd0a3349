import type { KubeObject } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { isMadeBy } from './requested-change.ts'

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
    name: 'a requested field',
    body: { spec: { size: 2 } },
    before: { spec: { size: 1, text: 'a' } },
    after: { spec: { size: 2, text: 'a' } },
    isOwn: true,
  },
  {
    name: 'a requested field removal',
    body: { metadata: { labels: { a: null } } },
    before: { metadata: { labels: { a: 'b', c: 'd' } } },
    after: { metadata: { labels: { c: 'd' } } },
    isOwn: true,
  },
  {
    name: 'a requested list element',
    body: { status: { conditions: [ready] } },
    before: { status: { conditions: [other, unready] } },
    after: { status: { conditions: [other, ready] } },
    isOwn: true,
  },
  {
    name: 'a requested list',
    body: { spec: { args: ['a', 'b'] } },
    before: { spec: { args: ['a'] } },
    after: { spec: { args: ['a', 'b'] } },
    isOwn: true,
  },
  {
    name: 'requested and defaulted fields',
    body: { metadata: { resourceVersion: '1', finalizers: ['a'] } },
    before: {},
    after: { metadata: { finalizers: ['a'] }, spec: { defaulted: true } },
    isOwn: true,
  },
  {
    name: 'no field',
    body: { spec: { size: 1 } },
    before: { spec: { size: 1 } },
    after: { spec: { size: 1 } },
    isOwn: false,
  },
  {
    name: 'an unrequested field',
    body: { metadata: { labels: { app: 'x' } } },
    before: { metadata: { labels: { app: 'x' } }, spec: { size: 1 } },
    after: { metadata: { labels: { app: 'x' } }, spec: { size: 2 } },
    isOwn: false,
  },
  {
    name: 'a requested and an unrequested field',
    body: { spec: { size: 2 } },
    before: { spec: { size: 1 }, status: { seen: 1 } },
    after: { spec: { size: 2 }, status: { seen: 2 } },
    isOwn: false,
  },
  {
    name: 'another value than the requested one',
    body: { spec: { size: 2 } },
    before: { spec: { size: 1 } },
    after: { spec: { size: 3 } },
    isOwn: false,
  },
  {
    name: 'an unrequested list element',
    body: { status: { conditions: [ready] } },
    before: { status: { conditions: [ready] } },
    after: { status: { conditions: [ready, other] } },
    isOwn: false,
  },
  {
    name: 'an unrequested item removal',
    body: { status: { conditions: [ready] } },
    before: { status: { conditions: [other, ready] } },
    after: { status: { conditions: [ready] } },
    isOwn: false,
  },
  {
    name: 'an unrequested scalar removal',
    body: { spec: { args: ['b'] } },
    before: { spec: { args: ['a', 'b'] } },
    after: { spec: { args: ['b'] } },
    isOwn: false,
  },
  {
    name: 'a field changed by a JSON patch',
    body: [{ op: 'replace', path: '/spec/size', value: 2 }],
    before: { spec: { size: 1 } },
    after: { spec: { size: 2 } },
    isOwn: false,
  },
]

describe('attribution of a write response to the own write', () => {
  it.each(cases)('an object that differs by $name is attributed to it: $isOwn', ({ body, before, after, isOwn }) => {
    expect(isMadeBy({ body, isMade: false }, objectOf(1, before), objectOf(2, after))).toBe(isOwn)
  })

  it.each([true, false])(
    'an object that was not cached is attributed to it only if the write created it: %s',
    (isMade) => {
      expect(isMadeBy({ body: {}, isMade }, undefined, objectOf(1, {}))).toBe(isMade)
    },
  )

  it('a no-op write, whose resourceVersion precondition still holds, is not credited with the change', () => {
    const body = { metadata: { resourceVersion: '2' }, spec: { size: 2 } }
    expect(isMadeBy({ body, isMade: false }, objectOf(1, {}), objectOf(2, { spec: { size: 2 } }))).toBe(false)
  })
})
