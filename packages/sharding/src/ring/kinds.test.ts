import { Deployment } from '@kubewright/kubernetes/apps/v1'
import { ConfigMap, Namespace, Secret } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { isAmong, shardedKinds } from './kinds.ts'

describe('the kinds of a ring', () => {
  it('are the primary and the owned kinds of all controllers, each once', () => {
    const kinds = shardedKinds([
      { for: Deployment, owns: [ConfigMap, Secret] },
      { for: Deployment, owns: [Secret] },
    ])
    expect(kinds.mains.map(({ kind }) => kind)).toEqual(['Deployment'])
    expect(kinds.children.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Secret'])
  })

  it('are primary if they are both primary and owned', () => {
    const { mains, children } = shardedKinds([
      { for: Deployment, owns: [ConfigMap] },
      { for: ConfigMap, owns: [Secret] },
    ])
    expect([isAmong(ConfigMap, mains), isAmong(ConfigMap, children)]).toEqual([true, false])
  })

  it('have the scope of their controllers if all agree, and no scope otherwise', () => {
    const scope = { labels: 'app=blog' }
    const one = { for: ConfigMap, scope, owns: [] }
    expect(shardedKinds([one, one]).scopeOf(ConfigMap)).toEqual(scope)
    expect(shardedKinds([one, { for: ConfigMap, owns: [] }]).scopeOf(ConfigMap)).toEqual({})
  })

  it('are limited to one namespace if all controllers are, owned kinds too', () => {
    const [blog, shop] = ['app=blog', 'app=shop'].map((labels) => ({
      for: ConfigMap,
      scope: { namespace: 'web', labels },
      owns: [Secret],
    }))
    const inWeb = shardedKinds([blog!, shop!])
    expect([ConfigMap, Secret].map((kind) => inWeb.scopeOf(kind))).toEqual([{ namespace: 'web' }, { namespace: 'web' }])
    const inTwo = shardedKinds([blog!, { ...shop!, scope: { namespace: 'shop' } }])
    expect([ConfigMap, Secret].map((kind) => inTwo.scopeOf(kind))).toEqual([{}, {}])
    const ofNone = shardedKinds([{ for: Namespace, scope: { namespace: 'web' }, owns: [Secret] }])
    expect(ofNone.scopeOf(Secret)).toEqual({})
  })
})
