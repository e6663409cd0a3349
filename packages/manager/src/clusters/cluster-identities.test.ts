import { describe, expect, it } from 'vitest'
import { ClusterIdentities } from './cluster-identities.ts'

const codeOf = (run: () => void) => {
  try {
    run()
  } catch (error) {
    return (error as { code?: string }).code
  }
  return undefined
}

describe('the identities of clusters', () => {
  it('may not change for a name', () => {
    const identities = new ClusterIdentities()
    identities.claim('east', 'uid-1')
    expect(codeOf(() => identities.claim('east', 'uid-1'))).toBeUndefined()
    expect(codeOf(() => identities.claim('east', 'uid-2'))).toBe('KW_MANAGER_CLUSTER_IDENTITY')
  })

  it('may not belong to two names, the home cluster included', () => {
    const identities = new ClusterIdentities()
    identities.claim('home', 'uid-0')
    identities.claim('east', 'uid-1')
    expect(codeOf(() => identities.claim('west', 'uid-1'))).toBe('KW_MANAGER_CLUSTER_TWICE')
    expect(codeOf(() => identities.claim('west', 'uid-0'))).toBe('KW_MANAGER_CLUSTER_TWICE')
  })

  it('can be claimed again after the cluster was removed', () => {
    const identities = new ClusterIdentities()
    identities.claim('east', 'uid-1')
    identities.forget('east')
    expect(codeOf(() => identities.claim('west', 'uid-1'))).toBeUndefined()
    expect(codeOf(() => identities.claim('east', 'uid-2'))).toBeUndefined()
  })

  it('can be pinned before the first connection', () => {
    expect(codeOf(() => new ClusterIdentities().claim('east', 'uid-2', 'uid-1'))).toBe('KW_MANAGER_CLUSTER_IDENTITY')
  })

  it('belong to the name they are pinned to, even if another name connects first', () => {
    const pins = new Map([['victim', 'uid-1']])
    const identities = new ClusterIdentities(() => pins)
    expect(codeOf(() => identities.claim('evil', 'uid-1'))).toBe('KW_MANAGER_CLUSTER_TWICE')
    expect(identities.claim('victim', 'uid-1', 'uid-1')).toBeUndefined()
  })

  it('are taken from an unpinned name when another name is pinned to them', () => {
    const pins = new Map<string, string>()
    const identities = new ClusterIdentities(() => pins)
    identities.claim('evil', 'uid-1')
    pins.set('victim', 'uid-1')
    expect(identities.claim('victim', 'uid-1', 'uid-1')).toBe('evil')
    expect(codeOf(() => identities.claim('evil', 'uid-1'))).toBe('KW_MANAGER_CLUSTER_TWICE')
    expect(codeOf(() => identities.claim('third', 'uid-1', 'uid-1'))).toBe('KW_MANAGER_CLUSTER_TWICE')
  })

  it.each([[''], ['x'.repeat(254)], [7], [null], [undefined]])(
    'must be text of a plausible length: %j is refused',
    (identity) => {
      expect(codeOf(() => new ClusterIdentities().claim('east', identity as string))).toBe(
        'KW_MANAGER_CLUSTER_IDENTITY',
      )
    },
  )

  it('hold for a name such as constructor', () => {
    const identities = new ClusterIdentities()
    identities.claim('constructor', 'uid-1')
    expect(codeOf(() => identities.claim('constructor', 'uid-2'))).toBe('KW_MANAGER_CLUSTER_IDENTITY')
  })
})
