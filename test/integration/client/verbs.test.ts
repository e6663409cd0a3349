/** The verbs of `@kubewright/client`. */
import { isAlreadyExists, isConflict, isExpired, isInvalid, isNotFound } from '@kubewright/client'
import type { ServerWarning } from '@kubewright/client/calls'
import { ClusterRole, ConfigMap, Deployment, Secret, Service } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { createConfigMaps, deployment, failureOf, openClient, openClientInNamespace } from './client.ts'
import { uniqueName } from '../../conformance/real-server.ts'
import { useServer } from './server.ts'

useServer()

describe('create and get', () => {
  it('return the stored object with kind and apiVersion', async () => {
    await using client = await openClientInNamespace()
    const created = await client.create(ConfigMap, { metadata: { name: 'settings' }, data: { greeting: 'grüße 😀' } })
    expect(created).toMatchObject({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings', namespace: client.namespace, uid: expect.any(String) },
      data: { greeting: 'grüße 😀' },
    })
    expect(created.metadata.managedFields?.map(({ manager, operation }) => [manager, operation])).toEqual([
      ['conformance', 'Update'],
    ])
    expect(await client.get(ConfigMap, { name: 'settings' })).toEqual(created)
  })

  it('work for cluster-scoped kinds', async () => {
    await using client = openClient()
    const name = uniqueName('role')
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]
    const created = await client.create(ClusterRole, { metadata: { name }, rules })
    expect(await client.get(ClusterRole, { name })).toEqual(created)
    await client.delete(ClusterRole, { name })
  })

  it('generate a name from generateName', async () => {
    await using client = await openClientInNamespace()
    const { metadata } = await client.create(ConfigMap, { metadata: { generateName: 'settings-' } })
    expect(metadata.name).toMatch(/^settings-[a-z0-9]{5}$/)
  })

  it('fail with AlreadyExists, or NotFound for the object or its namespace', async () => {
    await using client = await openClientInNamespace()
    await createConfigMaps(client, [{}])
    const twice = await failureOf(client.create(ConfigMap, { metadata: { name: 'a' } }))
    const missing = await failureOf(client.get(ConfigMap, { name: 'missing' }))
    const nowhere = await failureOf(client.create(ConfigMap, { metadata: { name: 'a', namespace: 'nowhere' } }))
    expect([isAlreadyExists(twice), isNotFound(missing), isNotFound(nowhere)]).toEqual([true, true, true])
    expect(missing).toMatchObject({ verb: 'get', objectName: 'missing', status: 404, reason: 'NotFound' })
  })

  it('report the invalid fields as causes', async () => {
    await using client = await openClientInNamespace()
    const ports = [{ port: 70_000 }, { port: 80 }]
    const failure = await failureOf(client.create(Service, { metadata: { name: 'web' }, spec: { ports } }))
    expect(isInvalid(failure)).toBe(true)
    expect(failure).toMatchObject({
      status: 422,
      causes: [
        { field: 'spec.ports[0].name', reason: 'FieldValueRequired' },
        { field: 'spec.ports[0].port', reason: 'FieldValueInvalid' },
        { field: 'spec.ports[0].targetPort', reason: 'FieldValueInvalid' },
        { field: 'spec.ports[1].name', reason: 'FieldValueRequired' },
      ],
    })
  })

  it('store nothing with dryRun', async () => {
    await using client = await openClientInNamespace()
    const tried = await client.create(ConfigMap, { metadata: { name: 'a' } }, { dryRun: true })
    expect(tried.metadata.uid).toEqual(expect.any(String))
    expect(isNotFound(await failureOf(client.get(ConfigMap, { name: 'a' })))).toBe(true)
  })

  it('omit managedFields with omitManagedFields', async () => {
    await using client = await openClientInNamespace({ omitManagedFields: true })
    await createConfigMaps(client, [{}])
    expect((await client.get(ConfigMap, { name: 'a' })).metadata.managedFields).toBeUndefined()
  })
})

describe('unknown fields in a write', () => {
  const odd = { metadata: { name: 'odd' }, data: { a: '1' }, colour: 'red' }

  it('cause one warning, not repeated for the same text', async () => {
    const warnings: ServerWarning[] = []
    await using client = await openClientInNamespace({ onWarning: (warning) => void warnings.push(warning) })
    await client.create(ConfigMap, odd, { dryRun: true })
    await client.create(ConfigMap, odd, { dryRun: true })
    expect(warnings.map(({ text }) => text)).toEqual(['unknown field "colour"'])
  })

  it('are refused with fieldValidation Strict', async () => {
    await using client = await openClientInNamespace()
    const failure = await failureOf(client.create(ConfigMap, odd, { fieldValidation: 'Strict' }))
    expect(failure).toMatchObject({ status: 400, message: expect.stringContaining('unknown field "colour"') })
  })

  it('cause no warning with fieldValidation Ignore', async () => {
    const warnings: ServerWarning[] = []
    await using client = await openClientInNamespace({ onWarning: (warning) => void warnings.push(warning) })
    await client.create(ConfigMap, odd, { fieldValidation: 'Ignore' })
    expect(warnings).toEqual([])
  })
})

describe('update', () => {
  it('replaces the object, and conflicts with a stale resourceVersion', async () => {
    await using client = await openClientInNamespace()
    const [first] = await createConfigMaps(client, [{}])
    const second = await client.update(ConfigMap, { ...first!, data: { a: '1' } })
    const stale = await failureOf(client.update(ConfigMap, { ...first!, data: { b: '2' } }))
    expect(second.data).toEqual({ a: '1' })
    expect(isConflict(stale)).toBe(true)
    expect(await client.get(ConfigMap, { name: 'a' })).toEqual(second)
  })

  it('ignores the resourceVersion with overwrite', async () => {
    await using client = await openClientInNamespace()
    await createConfigMaps(client, [{}])
    const written = await client.update(ConfigMap, { metadata: { name: 'a' }, data: { b: '2' } }, { overwrite: true })
    expect(written.data).toEqual({ b: '2' })
  })
})

describe('patch', () => {
  it('merges by default (merge patch)', async () => {
    await using client = await openClientInNamespace()
    await client.create(ConfigMap, { metadata: { name: 'a' }, data: { keep: '1', drop: '2' } })
    const patched = await client.patch(ConfigMap, { name: 'a' }, { data: { drop: null, add: '3' } })
    expect(patched.data).toEqual({ keep: '1', add: '3' })
  })

  it('executes JSON-patch operations, all or none', async () => {
    await using client = await openClientInNamespace()
    await client.create(ConfigMap, { metadata: { name: 'a' }, data: { one: '1' } })
    const failure = await failureOf(
      client.patch(ConfigMap, { name: 'a' }, [
        { op: 'add', path: '/data/two', value: '2' },
        { op: 'test', path: '/data/one', value: 'other' },
      ]),
    )
    const patched = await client.patch(ConfigMap, { name: 'a' }, [{ op: 'remove', path: '/data/one' }])
    expect(isInvalid(failure)).toBe(true)
    expect(patched.data).toBeUndefined()
  })

  it('merges lists by their keys with type strategic', async () => {
    await using client = await openClientInNamespace()
    await client.create(Deployment, deployment('web'))
    const ref = { name: 'web' }
    const patch = { spec: { template: { spec: { containers: [{ name: 'side', image: 'side:1' }] } } } }
    const merged = await client.patch(Deployment, ref, patch, { type: 'strategic' })
    const replaced = await client.patch(Deployment, ref, patch)
    expect(merged.spec?.template.spec?.containers.map(({ name }) => name)).toEqual(['side', 'main'])
    expect(replaced.spec?.template.spec?.containers.map(({ name }) => name)).toEqual(['side'])
  })

  it('conflicts with a stale resourceVersion in the patch', async () => {
    await using client = await openClientInNamespace()
    const [first] = await createConfigMaps(client, [{}])
    await client.patch(ConfigMap, { name: 'a' }, { data: { x: '1' } })
    const { resourceVersion } = first!.metadata
    const stale = client.patch(ConfigMap, { name: 'a' }, { metadata: { resourceVersion }, data: { x: '2' } })
    expect(isConflict(await failureOf(stale))).toBe(true)
  })
})

describe('delete', () => {
  it('removes the object, and fails with NotFound the second time', async () => {
    await using client = await openClientInNamespace()
    await createConfigMaps(client, [{}])
    await client.delete(ConfigMap, { name: 'a' })
    expect(isNotFound(await failureOf(client.delete(ConfigMap, { name: 'a' })))).toBe(true)
  })

  it('returns the object with deletionTimestamp while finalizers hold it', async () => {
    await using client = await openClientInNamespace()
    await client.create(ConfigMap, { metadata: { name: 'a', finalizers: ['example.dev/hold'] } })
    const held = await client.delete(ConfigMap, { name: 'a' })
    expect(held?.metadata.deletionTimestamp).toEqual(expect.any(String))
    await client.patch(ConfigMap, { name: 'a' }, { metadata: { finalizers: null } })
    expect(isNotFound(await failureOf(client.get(ConfigMap, { name: 'a' })))).toBe(true)
  })

  it('conflicts if its preconditions do not match', async () => {
    await using client = await openClientInNamespace()
    const [object] = await createConfigMaps(client, [{}])
    const { uid, resourceVersion } = object!.metadata
    const wrong = client.delete(ConfigMap, { name: 'a' }, { preconditions: { uid: 'somebody-else' } })
    expect(isConflict(await failureOf(wrong))).toBe(true)
    await client.delete(ConfigMap, { name: 'a' }, { preconditions: { uid, resourceVersion } })
  })

  it('sends the propagation policy', async () => {
    await using client = await openClientInNamespace()
    await client.create(Deployment, deployment('web'))
    const held = await client.delete(Deployment, { name: 'web' }, { propagationPolicy: 'Foreground' })
    expect(held?.metadata.finalizers).toEqual(['foregroundDeletion'])
  })

  it('deletes nothing with dryRun', async () => {
    await using client = await openClientInNamespace()
    const [object] = await createConfigMaps(client, [{}])
    await client.delete(ConfigMap, { name: 'a' }, { dryRun: true })
    expect(await client.get(ConfigMap, { name: 'a' })).toEqual(object)
  })

  it('deletes only selected objects with deleteCollection', async () => {
    await using client = await openClientInNamespace()
    await createConfigMaps(client, [{ app: 'web' }, { app: 'api' }, { app: 'web' }])
    const { namespace } = client
    const removed = await client.deleteCollection(ConfigMap, { namespace, labels: { app: 'web' } })
    const left = await client.list(ConfigMap, { namespace, labels: 'app' })
    expect(removed.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'c'])
    expect(left.items.map(({ metadata }) => metadata.name)).toEqual(['b'])
  })
})

describe('list', () => {
  it('returns items with kind and apiVersion, and a resourceVersion to watch from', async () => {
    await using client = await openClientInNamespace()
    const created = await createConfigMaps(client, [{}, {}])
    const { items, metadata } = await client.list(ConfigMap, { namespace: client.namespace })
    expect(items).toEqual(created)
    expect(metadata.resourceVersion).toMatch(/^\d+$/)
  })

  it('paginates with a limit, all pages from one consistent state', async () => {
    await using client = await openClientInNamespace()
    await createConfigMaps(client, [{}, {}, {}, {}, {}])
    const { namespace } = client
    const sizes: number[] = []
    for await (const { items } of client.list(ConfigMap, { namespace, limit: 2 }).pages()) {
      if (sizes.length === 0) await client.delete(ConfigMap, { name: 'e' })
      sizes.push(items.length)
    }
    const whole = await client.list(ConfigMap, { namespace, limit: 2 })
    expect(sizes).toEqual([2, 2, 1])
    expect(whole.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('selects by labels in every notation, and by fields', async () => {
    await using client = await openClientInNamespace()
    await createConfigMaps(client, [{ app: 'web' }, { app: 'web', tier: 'cache' }, { app: 'api' }])
    const { namespace } = client
    const select = async (selection: Parameters<typeof client.list>[1]) =>
      (await client.list(ConfigMap, { namespace, ...selection })).items.map(({ metadata }) => metadata.name).join('')
    expect(await select({ labels: { app: 'web' } })).toBe('ab')
    expect(await select({ labels: 'app in (web, api), !tier' })).toBe('ac')
    expect(await select({ labels: { matchExpressions: [{ key: 'tier', operator: 'Exists' }] } })).toBe('b')
    expect(await select({ fields: { 'metadata.name': 'c' } })).toBe('c')
    expect(await select({ fields: 'metadata.name!=c', labels: { app: 'web' } })).toBe('ab')
  })

  it('refuses an invalid continue token with 400', async () => {
    await using client = await openClientInNamespace()
    const failure = await failureOf(Promise.resolve(client.list(ConfigMap, { continue: 'nonsense' })))
    expect(isExpired(failure)).toBe(false)
    expect(failure).toMatchObject({ status: 400 })
  })

  it('returns metadata only through client.metadata', async () => {
    await using client = await openClientInNamespace()
    const secret = await client.create(Secret, { metadata: { name: 'key' }, stringData: { password: 'x' } })
    const { items } = await client.metadata.list(Secret, { namespace: client.namespace })
    const one = await client.metadata.get(Secret, { name: 'key' })
    expect(items.map(({ metadata }) => metadata)).toEqual([secret.metadata])
    expect(one.metadata).toEqual(secret.metadata)
    expect(one).not.toHaveProperty('data')
  })
})
