import { describe, expect, it } from 'vitest'
import { draftOf } from '../../object/draft.ts'
import { type AuthServer, startAuthServer } from '../testing/auth-server.ts'

const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles'
const ruleFor = (resource: string) => ({ verbs: ['get'], apiGroups: ['example.dev'], resources: [resource] })

const create = (server: AuthServer, name: string, body: object) =>
  server.request(roles, { method: 'POST', body: { metadata: { name }, ...body } })
const rulesOf = async (server: AuthServer, name: string) => {
  const { body } = await server.request(`${roles}/${name}`)
  return (body as { rules?: unknown }).rules ?? null
}
const gathering = (label: string) => ({
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: 'true' } }] },
})
const labelled = (label: string, ...resources: string[]) => ({
  metadata: { name: `for-${label}`, labels: { [label]: 'true' } },
  rules: resources.map(ruleFor),
})

describe('aggregated ClusterRoles', () => {
  it('are filled at start, also transitively', async () => {
    using server = await startAuthServer()
    const text = (name: string) =>
      server.machinery.store.collection('rbac.authorization.k8s.io/clusterroles').read(name)!.object.text
    const counts = ['view', 'edit', 'admin'].map((name) => (draftOf(text(name))['rules'] as unknown[]).length)

    expect(counts.every((count) => count > 0)).toBe(true)
    expect(counts[1]).toBeGreaterThan(counts[0]!)
    expect(counts[2]).toBeGreaterThan(counts[1]!)
  })

  it('are filled with one write each, recorded as server-side apply', async () => {
    using server = await startAuthServer()
    const version = server.machinery.store.collection('rbac.authorization.k8s.io/clusterroles').read('admin')!
    const { managedFields = [] } = draftOf(version.object.text).metadata
    expect(managedFields.map(({ manager, operation }) => `${operation} by ${manager}`)).toEqual([
      'Apply by clusterrole-aggregation-controller',
      'Update by kube-apiserver',
    ])
    expect(managedFields[0]!.fieldsV1).toEqual({ 'f:rules': {} })
    expect(version.older?.older).toBeUndefined()
  })

  it('follow the roles they select and their own aggregationRule', async () => {
    using server = await startAuthServer({ hasDefaults: true })
    await create(server, 'all', gathering('a'))
    expect(await rulesOf(server, 'all')).toBeNull()
    await server.request(roles, { method: 'POST', body: labelled('a', 'x', 'y') })
    expect(await rulesOf(server, 'all')).toEqual([ruleFor('x'), ruleFor('y')])
    await server.request(`${roles}/for-a`, {
      method: 'PATCH',
      body: { rules: [ruleFor('z')] },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(await rulesOf(server, 'all')).toEqual([ruleFor('z')])
    await server.request(`${roles}/all`, {
      method: 'PATCH',
      body: gathering('b'),
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(await rulesOf(server, 'all')).toBeNull()
  })

  it('take over rules that were written by hand', async () => {
    using server = await startAuthServer()
    await server.request(roles, { method: 'POST', body: labelled('a', 'x') })
    await create(server, 'all', { ...gathering('a'), rules: [ruleFor('mine')] })
    const { body } = await server.request(`${roles}/all`)
    const { rules, metadata } = body as {
      rules: unknown
      metadata: { managedFields: { manager: string; fieldsV1: object }[] }
    }

    expect(rules).toEqual([ruleFor('x')])
    const owners = metadata.managedFields.filter(({ fieldsV1 }) => 'f:rules' in fieldsV1).map(({ manager }) => manager)
    expect(owners).toEqual(['clusterrole-aggregation-controller'])
  })

  const feedEachOther = async (server: AuthServer, circle: readonly string[]) => {
    for (const [at, own] of circle.entries()) {
      const other = circle[(at + 1) % circle.length]!
      const metadata = { name: own, labels: { [own]: 'true' } }
      await server.request(roles, { method: 'POST', body: { metadata, rules: [ruleFor(own)], ...gathering(other) } })
    }
  }

  it('converge when two roles select each other, to the rules of the later one', async () => {
    using server = await startAuthServer()
    await feedEachOther(server, ['left', 'right'])

    expect(await rulesOf(server, 'left')).toEqual([ruleFor('right')])
    expect(await rulesOf(server, 'right')).toEqual([ruleFor('right')])
  })

  it('converge when three roles select each other in a cycle', async () => {
    using server = await startAuthServer()
    await feedEachOther(server, ['left', 'middle', 'right'])
    await server.request(`${roles}/left`)
    const before = server.machinery.store.revision
    await server.request(`${roles}/left`)

    expect(server.machinery.store.revision).toBe(before)
  })

  it('do not change once aggregation is stopped', async () => {
    const server = await startAuthServer()
    await create(server, 'all', gathering('a'))
    server[Symbol.dispose]()
    await server.request(roles, { method: 'POST', body: labelled('a', 'x') })

    expect(await rulesOf(server, 'all')).toBeNull()
  })
})
