import { describe, expect, it } from 'vitest'
import { conditionsAfter, type NamespaceCondition, type Remains } from './namespace-conditions.ts'

const [then, now] = ['2030-01-01T00:00:00Z', '2030-01-01T00:01:00Z']
const nothing: Remains = { objects: new Map(), finalizers: new Map(), failures: [] }
const held: Remains = {
  objects: new Map([
    ['pods.', 2],
    ['deployments.apps', 1],
  ]),
  finalizers: new Map([['example.dev/held', 3]]),
  failures: [],
}
const textsOf = (conditions: readonly NamespaceCondition[]) =>
  conditions.map(({ type, status, reason, message }) => `${type}=${status} ${reason}: ${message}`)

describe('conditionsAfter', () => {
  it('has only successful conditions for an empty namespace', () => {
    expect(textsOf(conditionsAfter([], nothing, now))).toEqual([
      'NamespaceDeletionDiscoveryFailure=False ResourcesDiscovered: All resources successfully discovered',
      'NamespaceDeletionGroupVersionParsingFailure=False ParsedGroupVersions: All legacy kube types successfully parsed',
      'NamespaceDeletionContentFailure=False ContentDeleted: All content successfully deleted, may be waiting on finalization',
      'NamespaceContentRemaining=False ContentRemoved: All content successfully removed',
      'NamespaceFinalizersRemaining=False ContentHasNoFinalizers: All content-preserving finalizers finished',
    ])
  })

  it('lists remaining resources and finalizers', () => {
    expect(textsOf(conditionsAfter([], held, now)).slice(3)).toEqual([
      'NamespaceContentRemaining=True SomeResourcesRemain: Some resources are remaining: deployments.apps has 1 resource instances, pods. has 2 resource instances',
      'NamespaceFinalizersRemaining=True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.dev/held in 3 resource instances',
    ])
  })

  it('lists deletion failures', () => {
    const failed = { ...nothing, failures: ['b is down', 'a is down'] }
    expect(textsOf(conditionsAfter([], failed, now))[2]).toBe(
      'NamespaceDeletionContentFailure=True ContentDeletionFailed: Failed to delete all resource types, 2 remaining: a is down, b is down',
    )
  })

  it('keeps lastTransitionTime until the status changes', () => {
    const before = conditionsAfter([], held, then)
    const fewer = { ...held, objects: new Map([['pods.', 1]]) }
    const times = (conditions: readonly NamespaceCondition[]) =>
      conditions.map(({ lastTransitionTime }) => lastTransitionTime)
    expect(times(conditionsAfter(before, fewer, now))).toEqual([then, then, then, then, then])
    expect(times(conditionsAfter(before, nothing, now))).toEqual([then, then, then, now, now])
  })

  it('returns the same instance if nothing changed', () => {
    const before = conditionsAfter([], held, then)
    expect(conditionsAfter(before, held, now)).toBe(before)
  })
})
