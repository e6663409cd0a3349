import { describe, expect, it } from 'vitest'
import type { ServerRequest } from '../../request/exchange.ts'
import type { Access, Authorize } from '../authorization.ts'
import type { User } from '../../identity/user.ts'
import { createImpersonation } from './impersonation.ts'

const listPods: Access = {
  isResource: true,
  verb: 'list',
  group: '',
  resource: 'pods',
  subresource: '',
  namespace: 'one',
  name: '',
}

function requestAs(name: string, ...groups: string[]): ServerRequest {
  const headers: Record<string, readonly string[]> = { 'impersonate-user': [name], 'impersonate-group': groups }
  return { headers: {}, repeatedHeaders: (header: string) => headers[header] ?? [] } as unknown as ServerRequest
}

/** Allows the listed `verb group/resource name`, and records every check. */
function allowing(...allowed: string[]): Authorize & { readonly asked: string[] } {
  const asked: string[] = []
  const authorize: Authorize = (access) => {
    const text = access.isResource ? `${access.verb} ${access.group}/${access.resource} ${access.name}` : access.verb
    asked.push(text)
    return { isAllowed: allowed.includes(text), reason: '' }
  }
  return Object.assign(authorize, { asked })
}

const agent: User = {
  name: 'system:serviceaccount:one:agent',
  groups: [],
  extra: { 'authentication.kubernetes.io/node-name': ['n1'] },
}

describe('impersonation', () => {
  it('lets an agent impersonate the node it runs on, but no other node', async () => {
    const authorize = allowing(
      'impersonate-on:associated-node:list /pods ',
      'impersonate:associated-node authentication.k8s.io/nodes *',
    )
    const impersonate = createImpersonation(authorize)
    const ownNode = await impersonate(agent, requestAs('system:node:n1'), listPods)

    expect(ownNode).toEqual({ name: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] })
    await expect(impersonate(agent, requestAs('system:node:n2'), listPods)).rejects.toThrow(
      'cannot impersonate-on:arbitrary-node:list resource "pods"',
    )
  })

  it('checks the mode that was allowed last first', async () => {
    const authorize = allowing('impersonate /users ada', 'impersonate /users bob')
    const impersonate = createImpersonation(authorize)
    const caller: User = { name: 'eve', groups: [] }
    await impersonate(caller, requestAs('ada'), listPods)
    expect(authorize.asked.splice(0)).toEqual(['impersonate-on:user-info:list /pods ', 'impersonate /users ada'])
    await impersonate(caller, requestAs('bob'), listPods)
    expect(authorize.asked.splice(0)).toEqual(['impersonate /users bob'])
    await expect(impersonate(caller, requestAs('carol'), listPods)).rejects.toThrow(
      'users "carol" is forbidden: User "eve" cannot impersonate resource "users" in API group "" at the cluster scope',
    )
    await expect(impersonate({ ...caller, name: 'mallory' }, requestAs('carol'), listPods)).rejects.toThrow(
      'cannot impersonate-on:user-info:list',
    )
  })

  it('accepts a wildcard permission for groups when there are many', async () => {
    const rights = [
      'impersonate-on:user-info:list /pods ',
      'impersonate:user-info authentication.k8s.io/users ada',
      'impersonate:user-info authentication.k8s.io/groups *',
    ]
    const impersonate = createImpersonation(allowing(...rights))
    const caller: User = { name: 'eve', groups: [] }

    expect(await impersonate(caller, requestAs('ada', 'a', 'b', 'c', 'd'), listPods)).toEqual({
      name: 'ada',
      groups: ['a', 'b', 'c', 'd', 'system:authenticated'],
    })
    await expect(impersonate(caller, requestAs('ada', 'a', 'b', 'c'), listPods)).rejects.toThrow(
      'groups.authentication.k8s.io "a" is forbidden',
    )
  })

  it('returns the caller without impersonation headers', async () => {
    const nobody = { headers: {}, repeatedHeaders: () => [] } as unknown as ServerRequest
    expect(await createImpersonation(allowing())(agent, nobody, listPods)).toBe(agent)
  })
})
