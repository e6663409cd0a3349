import type { KubeObject } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { assignmentAnnotation, drainLabel, shardLabel } from '../names.ts'
import { inFlightMs, Ownership } from './ownership.ts'

const Website = { group: 'web.example.dev', kind: 'Website' }

function site(
  uid: string,
  resourceVersion: string,
  marks: { label?: string; note?: string; drain?: boolean } = {},
): KubeObject {
  const { label = 'a', note = 'a', drain = false } = marks
  return {
    apiVersion: 'web.example.dev/v1',
    kind: 'Website',
    metadata: {
      name: uid,
      uid,
      resourceVersion,
      creationTimestamp: '',
      labels: { [shardLabel('ring')]: label, ...(drain ? { [drainLabel('ring')]: 'true' } : {}) },
      annotations: { [assignmentAnnotation('ring')]: note },
    },
  }
}

function counted(...objects: readonly KubeObject[]): Ownership {
  const ownership = new Ownership('ring', 'a')
  ownership.count(Website, objects, '100')
  return ownership
}

describe("a list of the shard's objects", () => {
  it('is ignored if a newer one has been applied', () => {
    const ownership = counted(site('1', '90'))
    ownership.release(Website, '1', '120')
    ownership.count(Website, [], '150')
    ownership.count(Website, [site('1', '90')], '110')
    expect(ownership.belonging(site('1', '90'))).toBe('foreign')
  })
})

describe('ownership of an object by a shard', () => {
  it.each([
    { name: 'holds if it was listed', object: site('1', '90'), belonging: 'ours' },
    { name: 'is postponed while the cache is older than the list', object: site('1', '89'), belonging: 'behind' },
    { name: 'is pending for an object assigned since, until accepted', object: site('2', '101'), belonging: 'given' },
    {
      name: 'is pending for a draining object assigned since, too',
      object: site('2', '101', { drain: true }),
      belonging: 'given',
    },
    { name: 'is missing for an outdated state in the cache', object: site('2', '90'), belonging: 'foreign' },
    {
      name: 'is missing with another shard label',
      object: site('1', '101', { label: 'b', note: 'b' }),
      belonging: 'foreign',
    },
    {
      name: 'is in doubt with the label but another owner in the annotation',
      object: site('1', '101', { note: 'b' }),
      belonging: 'mismarked',
    },
    { name: 'is lost when a drain is requested', object: site('1', '101', { drain: true }), belonging: 'draining' },
  ])('$name', ({ object, belonging }) => {
    expect(counted(site('1', '90')).belonging(object)).toBe(belonging)
  })

  it('is unknown before the first list', () => {
    expect(new Ownership('ring', 'a').belonging(site('1', '1'))).toBe('uncounted')
  })

  it('is lost on release until a newer state assigns the object again', () => {
    const ownership = counted(site('1', '90'))
    ownership.drain('1')
    expect(ownership.belonging(site('1', '90'))).toBe('draining')
    ownership.release(Website, '1', '120')
    expect(ownership.belonging(site('1', '110'))).toBe('foreign')
    expect(ownership.belonging(site('1', '130'))).toBe('given')
    ownership.accept(site('1', '130'))
    expect(ownership.belonging(site('1', '131'))).toBe('ours')
    ownership.count(Website, [], '140')
    expect(ownership.belonging(site('1', '130'))).toBe('foreign')
  })
})

describe('an object assigned to a shard after its list', () => {
  it('is accepted until it is released or listed', () => {
    const ownership = counted()
    const given = site('2', '101')
    ownership.accept(given)
    expect([ownership.belonging(given), ownership.belonging(site('2', '109'))]).toEqual(['ours', 'ours'])
    ownership.release(Website, '2', '110')
    expect(ownership.belonging(site('2', '120'))).toBe('given')
    ownership.accept(site('2', '120'))
    ownership.count(Website, [], '119')
    expect(ownership.belonging(site('2', '120'))).toBe('given')
  })

  it('is not accepted if a newer list does not contain it', () => {
    const ownership = counted()
    ownership.count(Website, [], '150')
    ownership.accept(site('2', '101'))
    expect(ownership.belonging(site('2', '101'))).toBe('foreign')
  })

  it('is confirmed again after very many others were accepted', () => {
    const ownership = counted()
    for (let uid = 0; uid <= 100_000; uid++) ownership.accept(site(String(uid), '101'))
    expect([ownership.belonging(site('0', '101')), ownership.belonging(site('1', '101'))]).toEqual(['given', 'ours'])
  })
})

describe('the reconciles in flight of a shard', () => {
  it('can be aborted, and ended() waits for all of them', async () => {
    const ownership = counted(site('1', '90'))
    const [one, two] = [ownership.begin(site('1', '90')), ownership.begin(site('1', '90'))]
    let hasEnded = false
    const ended = ownership.ended('1').then(() => (hasEnded = true))
    ownership.abort('1', new Error('wanted elsewhere'))
    expect([one.until.aborted, two.until.aborted]).toEqual([true, true])
    one[Symbol.dispose]()
    one[Symbol.dispose]()
    await Promise.resolve()
    expect(hasEnded).toBe(false)
    two[Symbol.dispose]()
    await ended
    expect(hasEnded).toBe(true)
  })

  it('are strays if their object was not listed', () => {
    const ownership = counted(site('1', '90'))
    using _one = ownership.begin(site('1', '90'))
    using _two = ownership.begin(site('2', '90'))
    expect(ownership.strays).toEqual(['2'])
  })

  it('may have writes in flight for a while after a failure', () => {
    const ownership = counted(site('1', '90'))
    ownership.fail(site('1', '90'), 1_000)
    expect([ownership.settledInMs(2_000, '1'), ownership.settledInMs(2_000, '2')]).toEqual([inFlightMs - 1_000, 0])
    expect([ownership.settledInMs(2_000), ownership.settledInMs(60_000)]).toEqual([inFlightMs - 1_000, 0])
    ownership.fail(site('2', '90'), 3_000)
    ownership.fail(site('1', '90'), 4_000)
    expect([ownership.settledInMs(4_000, '1'), ownership.settledInMs(4_000, '2')]).toEqual([
      inFlightMs,
      inFlightMs - 1_000,
    ])
    expect(ownership.settledInMs(4_000)).toBe(inFlightMs)
  })

  it('may fail for very many objects at once', () => {
    const ownership = counted()
    for (let index = 0; index < 200_000; index++) ownership.fail(site(String(index), '1'), index / 200_000)
    expect(ownership.settledInMs(1)).toBeCloseTo(inFlightMs, 3)
  })
})
