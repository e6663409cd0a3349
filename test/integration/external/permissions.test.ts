/** RBAC rules of external controllers are exactly those they need. */
import { defineExternalController, defineExternalSuite, states } from '@kubewright/external'
import { requiredRules } from '@kubewright/manager/permissions'
import { defineResource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const kind = {
  group: 'cloud.example.dev',
  version: 'v1',
  scope: 'Namespaced',
  spec: z.object({ server: z.string().default('main') }),
  status: z.object({ state: z.enum(states).optional() }),
  conditions: ['Ready'],
} as const
const Server = defineResource({ ...kind, kind: 'Server' })
const Database = defineResource({ ...kind, kind: 'Database' })
const operations = {
  poll: '10m' as const,
  verify: async () => 'Ready' as const,
  create: async () => 'Succeeded' as const,
  update: async () => 'Succeeded' as const,
  delete: async () => 'Succeeded' as const,
}
const servers = defineExternalController({ name: 'servers', for: Server, finalizer: 'a.dev/b', ...operations })
const databases = (owner: boolean) =>
  defineExternalController({
    name: 'databases',
    for: Database,
    finalizer: 'a.dev/c',
    ...operations,
    dependencies: { server: { on: Server, ref: ({ spec }) => spec.server, owner } },
  })
const rulesOf = (owner: boolean, program: 'servers' | 'databases') =>
  requiredRules(defineExternalSuite(servers, databases(owner)).filter(({ name }) => name === program))
    .filter(({ group }) => group === 'cloud.example.dev')
    .map(({ resource, verbs }) => `${verbs.join(', ')} ${resource}`)

describe('RBAC rules of a program with one external controller', () => {
  it.each([
    { owner: true, dependents: 'get, list, watch, delete databases' },
    { owner: false, dependents: 'get, list, watch databases' },
  ])('allow to delete dependents it owns, and not to create them (owner: $owner)', ({ owner, dependents }) => {
    expect(rulesOf(owner, 'servers')).toEqual([dependents, 'get, list, watch, patch servers', 'patch servers/status'])
  })

  it('allow to read its dependencies, and not to write them', () => {
    expect(rulesOf(true, 'databases')).toEqual([
      'get, list, watch, patch databases',
      'patch databases/status',
      'get, list, watch servers',
    ])
  })
})
