import { describe, expect, it } from 'vitest'
import { type AuthServer, startAuthServer } from '../testing/auth-server.ts'

const rbac = '/apis/rbac.authorization.k8s.io/v1'
const group = 'rbac.authorization.k8s.io'
const as = (user: string) => ({ 'impersonate-user': user })

const give = async (server: AuthServer, user: string, ...rules: readonly object[]) => {
  await server.request(`${rbac}/clusterroles`, { method: 'POST', body: { metadata: { name: `of-${user}` }, rules } })
  const roleRef = { apiGroup: group, kind: 'ClusterRole', name: `of-${user}` }
  const subjects = [{ kind: 'User', apiGroup: group, name: user }]
  await server.request(`${rbac}/clusterrolebindings`, {
    method: 'POST',
    body: { metadata: { name: `of-${user}` }, roleRef, subjects },
  })
}
const writing = { apiGroups: [group], resources: ['*'], verbs: ['create', 'update', 'patch'] }
const pods = { apiGroups: [''], resources: ['pods'], verbs: ['get'] }
const statusOf = async (answer: ReturnType<AuthServer['request']>) => (await answer).status

/** kube-apiserver's responses are in the recordings; these cases need a server of their own. */
describe('RBAC escalation check', () => {
  it('is skipped for system:masters, even if no role exists', async () => {
    using server = await startAuthServer({ hasDefaults: false })
    const body = { metadata: { name: 'first' }, rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] }

    expect(await statusOf(server.request(`${rbac}/clusterroles`, { method: 'POST', body }))).toBe(201)
  })

  it('leaves an invalid roleRef of system:masters to validation', async () => {
    using server = await startAuthServer({ hasDefaults: false })
    const body = { metadata: { name: 'odd' }, roleRef: { apiGroup: group, kind: 'Odd', name: 'x' } }

    expect(await statusOf(server.request(`${rbac}/clusterrolebindings`, { method: 'POST', body }))).toBe(201)
  })

  it('requires every permission that the role grants, at the time of the write', async () => {
    using server = await startAuthServer({ hasDefaults: false })
    await give(server, 'ada', writing)
    const create = (name: string) =>
      statusOf(
        server.request(`${rbac}/namespaces/one/roles`, {
          method: 'POST',
          body: { metadata: { name }, rules: [pods] },
          headers: as('ada'),
        }),
      )
    expect(await create('a')).toBe(403)
    await server.request(`${rbac}/clusterroles/of-ada`, {
      method: 'PATCH',
      body: { rules: [writing, pods] },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(await create('a')).toBe(201)
  })

  it('honours the escalate verb on a named role only', async () => {
    using server = await startAuthServer({ hasDefaults: false })
    await give(server, 'ada', writing, {
      apiGroups: [group],
      resources: ['roles'],
      resourceNames: ['a'],
      verbs: ['escalate'],
    })
    for (const name of ['a', 'b']) {
      await server.request(`${rbac}/namespaces/one/roles`, { method: 'POST', body: { metadata: { name }, rules: [] } })
    }
    const patch = (name: string) =>
      statusOf(
        server.request(`${rbac}/namespaces/one/roles/${name}`, {
          method: 'PATCH',
          body: { rules: [pods] },
          headers: { ...as('ada'), 'content-type': 'application/merge-patch+json' },
        }),
      )

    expect([await patch('a'), await patch('b')]).toEqual([200, 403])
  })

  it('honours the escalate verb on a named role that an apply creates, and not on one that a POST creates', async () => {
    using server = await startAuthServer({ hasDefaults: false })
    await give(server, 'ada', writing, {
      apiGroups: [group],
      resources: ['roles'],
      resourceNames: ['a'],
      verbs: ['escalate'],
    })
    const roles = `${rbac}/namespaces/one/roles`
    const body = { apiVersion: `${group}/v1`, kind: 'Role', metadata: { name: 'a' }, rules: [pods] }
    const headers = { ...as('ada'), 'content-type': 'application/apply-patch+yaml' }
    const post = statusOf(server.request(roles, { method: 'POST', body, headers: as('ada') }))
    expect(await post).toBe(403)
    const apply = server.request(`${roles}/a?fieldManager=ada`, { method: 'PATCH', body, headers })
    expect(await statusOf(apply)).toBe(201)
  })
})
