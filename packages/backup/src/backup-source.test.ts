import type { Pod, VolumeMount } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { sourcesOf } from './backup-source.ts'

type Claims = Readonly<Record<string, string>>

interface PodOptions {
  readonly controller?: string
  readonly claims?: Claims
  readonly mount?: Partial<VolumeMount>
}

function pod(name: string, { controller = 'ReplicaSet', claims = { data: 'data' }, mount = {} }: PodOptions = {}): Pod {
  const owner = { apiVersion: 'apps/v1', kind: controller, name: 'x', uid: 'x', controller: true }
  const volumes = Object.entries(claims).map(([volume, claimName]) => ({
    name: volume,
    persistentVolumeClaim: { claimName },
  }))
  const volumeMounts = volumes.map((volume) => ({ name: volume.name, mountPath: `/${volume.name}`, ...mount }))
  const spec = { containers: [{ name: 'main', image: 'main:1', volumeMounts }], volumes }
  return { metadata: { name, namespace: 'ns', ownerReferences: [owner] }, spec } as unknown as Pod
}

const named = (pods: readonly Pod[], volumes?: readonly string[]) =>
  sourcesOf(pods, { spec: { volumes } as never }).map(({ name, pods: members }) => [
    name,
    ...members.map(({ metadata }) => metadata.name),
  ])
const ofSet = (name: string) => pod(name, { controller: 'StatefulSet', claims: { data: `data-${name}` } })

describe('the sources of a backup plan', () => {
  it('are the replicas of a StatefulSet with a claim each', () => {
    expect(named([ofSet('db-1'), ofSet('db-0')])).toEqual([
      ['db-0', 'db-0'],
      ['db-1', 'db-1'],
    ])
  })

  it('are one claim if several pods share it', () => {
    expect(named([pod('web-b'), pod('web-a')])).toEqual([['data', 'web-a', 'web-b']])
    const shared = { controller: 'StatefulSet', claims: { data: 'data' } }
    expect(named([pod('db-0', shared), pod('db-1', shared)])).toEqual([['data', 'db-0', 'db-1']])
  })

  it('are one per claim for several workloads', () => {
    expect(named([pod('a'), pod('b', { claims: { data: 'other' } })])).toEqual([
      ['data', 'a'],
      ['other', 'b'],
    ])
  })

  it('are separate if two pods mount different subPaths of one claim', () => {
    const at = (subPath: string) => ({ mount: { subPath } })
    expect(named([pod('a', at('a')), pod('b', at('b'))])).toEqual([
      ['data_a', 'a'],
      ['data_b', 'b'],
    ])
  })

  it('have distinct names if pods mount several claims', () => {
    const [one, two] = [
      { data: 'data', logs: 'a' },
      { data: 'data', logs: 'b' },
    ]
    const names = named([pod('a', { claims: one }), pod('b', { claims: two })]).map(([name]) => name)
    expect([new Set(names).size, names.every((name) => /^[ab]_[0-9a-f]{10}$/.test(name!))]).toEqual([2, true])
  })

  it('have distinct names if a claim has the name of a replica', () => {
    const [replica, claim] = named([ofSet('web-0'), pod('a', { claims: { data: 'web-0' } })])
    expect([replica, claim]).toEqual([
      ['web-0', 'web-0'],
      [expect.stringMatching(/^web-0_[0-9a-f]{10}$/), 'a'],
    ])
  })

  it('exclude volumes that the plan does not name, and mounts with subPathExpr', () => {
    expect(named([pod('a')], ['logs'])).toEqual([])
    expect(named([pod('a', { mount: { subPathExpr: '$(POD_NAME)' } })])).toEqual([])
  })
})
