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

describe('a count', () => {
  it('that is answered after a newer one changes nothing', () => {
    const ownership = counted(site('1', '90'))
    ownership.release(Website, '1', '120')
    ownership.count(Website, [], '150')
    ownership.count(Website, [site('1', '90')], '110')
    expect(ownership.belonging(site('1', '90'))).toBe('foreign')
  })
})

describe('what is a shard’s own', () => {
  it.each([
    { name: 'what it counted', object: site('1', '90'), belonging: 'ours' },
    { name: 'what it counted, once it is shown no older than that', object: site('1', '89'), belonging: 'behind' },
    { name: 'what it was given since, once it has accepted that', object: site('2', '101'), belonging: 'given' },
    { name: 'not what it was given and asked for', object: site('2', '101', { drain: true }), belonging: 'given' },
    { name: 'not what a cache still shows of before', object: site('2', '90'), belonging: 'foreign' },
    { name: 'not what bears another label', object: site('1', '101', { label: 'b', note: 'b' }), belonging: 'foreign' },
    { name: 'not what only bears its label', object: site('1', '101', { note: 'b' }), belonging: 'mismarked' },
    { name: 'not any more what is asked for', object: site('1', '101', { drain: true }), belonging: 'draining' },
  ])('$name', ({ object, belonging }) => {
    expect(counted(site('1', '90')).belonging(object)).toBe(belonging)
  })

  it('is not known before it was counted', () => {
    expect(new Ownership('ring', 'a').belonging(site('1', '1'))).toBe('uncounted')
  })

  it('is not what was let go, until a newer state says so', () => {
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

describe('what a shard was given', () => {
  it('is accepted until it is let go, or counted', () => {
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

  it('is not accepted if it is not ours by now', () => {
    const ownership = counted()
    ownership.count(Website, [], '150')
    ownership.accept(site('2', '101'))
    expect(ownership.belonging(site('2', '101'))).toBe('foreign')
  })

  it('is asked about again where ever so many were accepted and may be gone', () => {
    const ownership = counted()
    for (let uid = 0; uid <= 100_000; uid++) ownership.accept(site(String(uid), '101'))
    expect([ownership.belonging(site('0', '101')), ownership.belonging(site('1', '101'))]).toEqual(['given', 'ours'])
  })
})

describe('reconciles under way', () => {
  it('are waited for, all of them, and can be aborted', async () => {
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

  it('of what was not counted are strays', () => {
    const ownership = counted(site('1', '90'))
    using _one = ownership.begin(site('1', '90'))
    using _two = ownership.begin(site('2', '90'))
    expect(ownership.strays).toEqual(['2'])
  })

  it('that failed may have something on its way for a while', () => {
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

  it('of ever so many objects may fail at once', () => {
    const ownership = counted()
    for (let index = 0; index < 200_000; index++) ownership.fail(site(String(index), '1'), index / 200_000)
    expect(ownership.settledInMs(1)).toBeCloseTo(inFlightMs, 3)
  })
})
