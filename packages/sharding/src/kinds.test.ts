import { Deployment } from '@kubewright/kubernetes/apps/v1'
import { ConfigMap, Secret } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { isAmong, shardedKinds } from './kinds.ts'

describe('the kinds of a ring', () => {
  it('are those that controllers are for, and those they own, each once', () => {
    const kinds = shardedKinds([
      { for: Deployment, owns: [ConfigMap, Secret] },
      { for: Deployment, owns: [Secret] },
    ])
    expect(kinds.mains.map(({ kind }) => kind)).toEqual(['Deployment'])
    expect(kinds.children.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Secret'])
  })

  it('have a key of their own if they are both', () => {
    const { mains, children } = shardedKinds([
      { for: Deployment, owns: [ConfigMap] },
      { for: ConfigMap, owns: [Secret] },
    ])
    expect([isAmong(ConfigMap, mains), isAmong(ConfigMap, children)]).toEqual([true, false])
  })

  it('are shared out as far as all controllers look at the same part of them, and otherwise whole', () => {
    const scope = { labels: 'app=blog' }
    const one = { for: ConfigMap, scope, owns: [] }
    expect(shardedKinds([one, one]).scopeOf(ConfigMap)).toEqual(scope)
    expect(shardedKinds([one, { for: ConfigMap, owns: [] }]).scopeOf(ConfigMap)).toEqual({})
  })
})
