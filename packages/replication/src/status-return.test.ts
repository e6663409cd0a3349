import { type KubeObject, no, yes } from '@kubewright/core'
import { applyMergePatch, type JsonObject } from '@kubewright/core/json'
import { describe, expect, it } from 'vitest'
import { generationAnnotation, problemAnnotation, uidAnnotation } from './names.ts'
import { isMarked, reportedStatus, type Returning, statusPatch } from './status-return.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

function home(status?: object, annotations = {}): KubeObject {
  const metadata = { name: 'net', namespace: 'default', uid: 'u1', resourceVersion: '7', generation: 4, annotations }
  return { apiVersion: 'v1', kind: 'Subnet', metadata, ...(status === undefined ? {} : { status }) } as never
}

function replica(status?: object, { uid = 'u1', copied = '4', generation = 2 } = {}): KubeObject {
  const annotations = { [uidAnnotation]: uid, [generationAnnotation]: copied }
  const metadata = { name: 'default.net', namespace: 't', uid: 'r1', resourceVersion: '1', generation, annotations }
  return { apiVersion: 'v1', kind: 'Subnet', metadata, ...(status === undefined ? {} : { status }) } as never
}

const synced = {
  type: 'Replicated',
  status: 'True',
  reason: 'Synced',
  message: 'to b',
  lastTransitionTime: '2025-01-01T00:00:00Z',
}

/** The status of the original after the patch, if there is one. */
function returned(given: Partial<Returning> & Pick<Returning, 'home'>): unknown {
  const patch = statusPatch({ replica: undefined, verdict: undefined, keepsConditions: true, now, ...given })
  if (patch === undefined) return 'unchanged'
  const { status } = given.home as unknown as { status?: JsonObject }
  return applyMergePatch(status ?? {}, patch['status'] as JsonObject)
}

describe('the status of an original', () => {
  it('is that of its replica, with the replication condition added', () => {
    const accepted = { type: 'Accepted', status: 'True', reason: 'Yes', lastTransitionTime: 't' }
    const given = { given: '10.9.0.0/16', nested: { deep: 1 }, conditions: [accepted] }
    expect(returned({ home: home({ conditions: [synced] }), replica: replica(given) })).toEqual({
      ...given,
      conditions: [accepted, synced],
    })
  })

  it('loses fields, map entries, items and conditions that the replica lost', () => {
    const before = {
      given: 'x',
      nested: { stays: 1, goes: 2 },
      list: [1, 2],
      conditions: [{ type: 'Accepted', status: 'True', reason: 'Yes' }, synced],
    }
    const after = { nested: { stays: 1 }, list: [1] }
    expect(returned({ home: home(before), replica: replica(after) })).toEqual({ ...after, conditions: [synced] })
    expect(returned({ home: home(before), replica: replica() })).toEqual({ conditions: [synced] })
  })

  it('is unchanged while the replica is unknown, or belongs to an earlier original', () => {
    const status = { given: 'x' }
    expect(returned({ home: home(status) })).toBe('unchanged')
    expect(returned({ home: home(status), replica: replica({ given: 'y' }, { uid: 'older' }) })).toBe('unchanged')
  })

  it('is patched with the uid and resourceVersion that were read', () => {
    const patch = statusPatch({
      home: home(),
      replica: replica({ a: 1 }),
      verdict: undefined,
      keepsConditions: true,
      now,
    })
    expect(patch).toEqual({ metadata: { uid: 'u1', resourceVersion: '7' }, status: { a: 1 } })
  })

  it('gets the verdict as a condition, with lastTransitionTime of the change', () => {
    const changed = {
      ...synced,
      status: 'False',
      reason: 'Unreachable',
      message: 'b: away',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    }
    expect(returned({ home: home({ conditions: [synced] }), verdict: no('Unreachable', 'b: away') })).toEqual({
      conditions: [changed],
    })
    expect(returned({ home: home({ conditions: [synced] }), verdict: yes('Synced', 'to b') })).toBe('unchanged')
  })

  it('loses the replication condition with the last peer, and no foreign condition', () => {
    expect(returned({ home: home({ given: 'x', conditions: [synced] }), verdict: 'none' })).toEqual({ given: 'x' })
    expect(returned({ home: home({ conditions: [{ ...synced, reason: 'ByHand' }] }), verdict: 'none' })).toBe(
      'unchanged',
    )
  })

  it('gets no condition if the kind has none', () => {
    expect(returned({ home: home(), verdict: yes('Synced'), keepsConditions: false })).toBe('unchanged')
  })

  it('survives an invalid status, invalid conditions and keys such as __proto__', () => {
    expect(returned({ home: home('text' as never), replica: replica({ conditions: 'none' }) })).toEqual({
      conditions: 'none',
    })
    const hostile = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}') as object
    const patched = returned({ home: home(), replica: replica(hostile) }) as Record<string, unknown>
    expect(Object.hasOwn(patched, '__proto__')).toBe(true)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('observedGeneration of a returned status', () => {
  it.each([
    { name: 'the latest generation of the replica becomes the copied generation', observed: 2, expected: 4 },
    { name: 'an older generation becomes the one before', observed: 1, expected: 3 },
  ])('$name', ({ observed, expected }) => {
    const status = { observedGeneration: observed, conditions: [{ type: 'A', observedGeneration: observed }] }
    expect(reportedStatus(replica(status))).toEqual({
      observedGeneration: expected,
      conditions: [{ type: 'A', observedGeneration: expected }],
    })
  })

  it('is unchanged if the mark was edited manually', () => {
    expect(reportedStatus(replica({ observedGeneration: 1 }, { copied: 'x' }))).toEqual({ observedGeneration: 1 })
  })
})

describe('whether an object is marked by replication', () => {
  it.each([
    { name: 'the replication condition', object: home({ conditions: [synced] }), marked: true },
    {
      name: 'the problem annotation of a kind without status',
      object: home(undefined, { [problemAnnotation]: 'x' }),
      marked: true,
    },
    {
      name: 'only a foreign condition',
      object: home({ conditions: [{ ...synced, reason: 'Mine' }] }),
      marked: false,
    },
    { name: 'no mark', object: home(), marked: false },
  ])('with $name: $marked', ({ object, marked }) => {
    expect(isMarked(object)).toBe(marked)
  })
})
