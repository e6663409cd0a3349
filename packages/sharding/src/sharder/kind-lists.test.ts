import { ConfigMap, Secret } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { KindLists } from './kind-lists.ts'

describe('the lists of a ring', () => {
  it('are complete once every kind was listed or does not exist on the server', () => {
    const lists = new KindLists([ConfigMap, Secret])
    lists.succeed(ConfigMap, 'all')
    expect(lists.isComplete).toBe(false)
    lists.succeed(Secret, 'absent')
    expect(lists.isComplete).toBe(true)
    expect([ConfigMap, Secret].map((kind) => lists.isListed(kind))).toEqual([true, false])
  })

  it('are retried with back-off per kind, and earlier results stay valid', () => {
    const lists = new KindLists([ConfigMap, Secret])
    lists.succeed(ConfigMap, 'all')
    lists.succeed(Secret, 'all')
    const waits = Array.from({ length: 5 }, () => {
      lists.fail(Secret, 'forbidden', 0)
      return lists.retryInMs(0)
    })
    expect(waits).toEqual([2_000, 4_000, 8_000, 10_000, 10_000])
    expect([ConfigMap, Secret].map((kind) => lists.mayList(kind, 9_999))).toEqual([true, false])
    expect([lists.isComplete, lists.isListed(Secret)]).toEqual([true, true])
    expect(lists.problems).toEqual(['forbidden'])
    lists.succeed(Secret, 'all')
    expect([lists.problems, lists.retryInMs(0)]).toEqual([[], Infinity])
  })
})
