import { ConfigMap, Secret } from '@kubewright/kubernetes/core/v1'
import { webhookConfigurations } from '@kubewright/webhook/configuration'
import { describe, expect, it } from 'vitest'
import { ControllerRing } from './ring/controller-ring.ts'
import { shard } from './shard-coordination.ts'

const options = { ring: 'maps', namespace: 'web', identity: 'web-0' } as const
const work = [{ for: ConfigMap, owns: [Secret] }]

describe('shard()', () => {
  it('lists its required RBAC rules', () => {
    const rules = shard({ ...options, namespaceSelector: 'team=web' }).rules!(work)
    expect(rules.map(({ resource, verbs, namespace }) => `${namespace ?? '*'} ${resource}: ${verbs.join()}`)).toEqual([
      '* configmaps: get,list,watch,patch',
      '* secrets: get,list,watch,patch',
      'web leases: get,list,watch,create,patch,delete',
      'web controllerrings: get,list,watch',
      'web controllerrings: create',
      'web controllerrings/status: patch',
      '* namespaces: list,watch',
    ])
    expect(shard({ ...options, mode: 'shard' }).rules!(work).map(({ resource }) => resource)).toEqual([
      'configmaps',
      'leases',
      'controllerrings',
    ])
    expect(shard({ ...options, resource: false }).rules!(work).map(({ resource }) => resource)).toEqual([
      'configmaps',
      'secrets',
      'leases',
    ])
  })

  it('needs permissions for objects only in the namespace that its controllers watch', () => {
    const rules = shard(options).rules!([{ for: ConfigMap, scope: { namespace: 'team-a' }, owns: [Secret] }])
    expect(new Set(rules.map(({ resource, namespace }) => `${namespace ?? '*'} ${resource}`))).toEqual(
      new Set([
        'team-a configmaps',
        'team-a secrets',
        'web leases',
        'web controllerrings',
        'web controllerrings/status',
      ]),
    )
  })

  it('includes the kind ControllerRing, unless disabled', () => {
    expect(shard(options).resources?.map(({ kind }) => kind)).toEqual(['ControllerRing'])
    expect(ControllerRing.shortNames).toEqual(['ring', 'rings']) // kubectl adds no s to a short name
    expect(shard({ ...options, resource: false }).resources).toEqual([])
  })

  it('has a webhook for creations without shard label, with failurePolicy Ignore and a timeout of 2 s', () => {
    const service = { name: 'maps', namespace: 'web' }
    const webhooks = shard(options).assignOnCreate(ConfigMap)
    const [configuration, ...others] = webhookConfigurations(webhooks, { name: 'maps', service })
    expect(others).toEqual([])
    expect(configuration?.object.webhooks).toMatchObject([
      {
        name: 'configmap.maps.sharding.kubewright.dev',
        failurePolicy: 'Ignore',
        timeoutSeconds: 2,
        sideEffects: 'None',
        objectSelector: { matchExpressions: [{ key: 'shard.kubewright.dev/maps', operator: 'DoesNotExist' }] },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
      },
    ])
  })

  it('uses the same lease for all replicas of the ring', () => {
    expect([shard(options).lease, shard({ ...options, identity: 'web-1' }).lease]).toEqual([
      { namespace: 'web', name: 'maps' },
      { namespace: 'web', name: 'maps' },
    ])
  })

  it.each([
    { name: 'a ring name that is not a label', given: { ring: 'a.b' }, code: 'KW_SHARDING_NAME' },
    { name: 'a shard name with capitals', given: { identity: 'Web' }, code: 'KW_SHARDING_NAME' },
    { name: 'a shard name with dots, as pods may have', given: { identity: 'shop.web-0' }, code: 'KW_SHARDING_NAME' },
    { name: 'a shard name that is too long', given: { identity: 'a'.repeat(64) }, code: 'KW_SHARDING_NAME' },
    { name: 'zero concurrent moves', given: { concurrentMoves: 0 }, code: 'KW_SHARDING_OPTION' },
    { name: 'a sync interval that is too short', given: { syncEvery: '10ms' as const }, code: 'KW_SHARDING_OPTION' },
    { name: 'inconsistent lease times', given: { duration: '5s' as const }, code: 'KW_LEASE_OPTION' },
  ])('refuses $name', ({ given, code }) => {
    expect(() => shard({ ...options, ...given })).toThrow(expect.objectContaining({ code }))
  })

  it('explains what is wrong with a name', () => {
    expect(() => shard({ ...options, identity: 'Web' })).toThrowErrorMatchingInlineSnapshot(
      `[KubewrightError: Cannot name a shard "Web": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'). Use at most 63 lower-case letters, digits and dashes, such as the name of the pod.]`,
    )
  })
})
