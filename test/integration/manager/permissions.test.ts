import { recordedLog } from '@kubewright/core/testing'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@kubewright/kubernetes/rbac/v1'
import { requiredRules } from '@kubewright/manager/permissions'
import { manifest } from '@kubewright/resource'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { managerOn, rest, until } from './managed.ts'

const account = 'system:serviceaccount:default:operator'

const copies = defineController({
  name: 'copies',
  for: Secret,
  owns: [ConfigMap],
  reconcile: async () => done(),
})

async function grant(cluster: Cluster, name: string, rules: object[]): Promise<void> {
  await cluster.client.create(ClusterRole, { metadata: { name }, rules } as never)
  await cluster.client.create(ClusterRoleBinding, {
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name: 'operator', namespace: 'default' }],
  })
}

async function readiness(url: string | undefined): Promise<string> {
  const answer = await fetch(`${url}/readyz?verbose`)
  return `${answer.status}\n${await answer.text()}`
}

describe('a manager with missing RBAC permissions', () => {
  it('names unsynced caches and missing permissions in readiness, and recovers when they are granted', async () => {
    await using cluster = await startCluster()
    const { log, entries } = recordedLog()
    const manager = managerOn(cluster, { as: account, controllers: [copies], health: { port: 0 }, log })
    await using _ = manager.start()
    await until(cluster, () => manager.state.missingPermissions !== undefined)
    const { health } = manager.endpoints
    const said = (await readiness(health)).split('\n')
    expect(said.map((line) => line.split(' ', 2).join(' '))).toEqual([
      '500',
      '[+]ping ok',
      '[-]manager failed:',
      '[-]permissions failed:',
      '[-]cache:secrets failed:',
      '[-]cache:configmaps failed:',
      '[-]controller:copies failed:',
      'readyz check',
      '',
    ])
    expect(said[3]).toBe(
      "[-]permissions failed: this program's account may not get, list, watch, create, patch, delete configmaps (copies owns them); get, list, watch secrets (copies reconciles them); update secrets/finalizers (copies makes them owners); create, patch events.events.k8s.io (copies reports events)",
    )
    expect(said[4]).toMatch(
      /Cannot watch secrets.*403 Forbidden.*resources: \["secrets"\], verbs: \["get", "list", "watch"\]/,
    )
    expect(await (await fetch(`${health}/healthz`)).text()).toBe('ok\n')
    const warned = entries.filter(({ level }) => level === 'warn')
    expect(warned.map(({ fields }) => fields.roles ?? fields.kind)).toEqual(
      expect.arrayContaining(['secrets', 'configmaps', expect.stringContaining('resources: ["secrets/finalizers"]')]),
    )

    await grant(cluster, 'reads', [
      { apiGroups: [''], resources: ['secrets', 'configmaps'], verbs: ['get', 'list', 'watch'] },
    ])
    await cluster.advance('1m')
    await rest(cluster, manager)
    expect(manager.state.phase).toBe('acting')
    expect(await readiness(health)).toBe(`500
[+]ping ok
[+]manager ok
[-]permissions failed: this program's account may not create, patch, delete configmaps (copies owns them); update secrets/finalizers (copies makes them owners); create, patch events.events.k8s.io (copies reports events)
[+]cache:secrets ok
[+]cache:configmaps ok
[+]controller:copies ok
readyz check failed
`)
    await grant(cluster, 'writes', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }])
    await cluster.advance('1m')
    expect(await readiness(health)).toMatch(/^200\n/)
    expect(entries.at(-1)?.message).toBe('all permissions are granted now')
  })

  it('starts the other controllers after syncTimeout', async () => {
    await using cluster = await startCluster()
    await grant(cluster, 'maps', [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }])
    await cluster.client.create(ConfigMap, { metadata: { name: 'a', namespace: 'default' } })
    let reconciles = 0
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: { namespace: 'default' },
      async reconcile() {
        reconciles++
        return done()
      },
    })
    const { log, messages } = recordedLog()
    const manager = managerOn(cluster, { as: account, controllers: [copies, maps], permissions: 'warn', log })
    await using _ = manager.start()
    await cluster.advance('119s')
    expect([manager.state.phase, reconciles]).toEqual(['starting', 0])
    await cluster.advance('2s')
    await rest(cluster, manager)
    expect([manager.state.phase, reconciles]).toEqual(['acting', 1])
    expect(messages).toContain('caches of some controllers have not synced in time, these controllers start later')
    await grant(cluster, 'all', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }])
    await cluster.advance('1m')
    expect(manager.state.controllers.map(({ isWorking }) => isWorking)).toEqual([true, true])
  })
})

describe('a manager whose account may write roles and bindings, but holds not all of their permissions', () => {
  const group = 'rbac.authorization.k8s.io'
  const teams = defineController({
    name: 'teams',
    for: ConfigMap,
    scope: { labels: 'team' },
    owns: [Role, RoleBinding],
    async reconcile({ metadata: { name } }, ctx) {
      const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]
      const subjects = [{ kind: 'User', apiGroup: group, name: 'ada' }]
      if (name === 'role') await ctx.own({ role: manifest(Role, { metadata: { name }, rules }) })
      else {
        const roleRef = { apiGroup: group, kind: 'ClusterRole', name: 'admin' }
        await ctx.own({ binding: manifest(RoleBinding, { metadata: { name }, roleRef, subjects }) })
      }
      return done()
    },
  })

  it.each([
    {
      name: 'binding',
      says: /not currently held: .* and \d\d more rules\. Grant the verb bind on its role, in a Role in default, or a ClusterRole: - (?<rule>\{.*?\});/,
      rule: { apiGroups: [group], resources: ['clusterroles'], resourceNames: ['admin'], verbs: ['bind'] },
    },
    {
      name: 'role',
      says: /Grant the verb escalate on roles, in a Role in default, or a ClusterRole: - (?<rule>\{.*?\});/,
      rule: { apiGroups: [group], resources: ['roles'], resourceNames: ['role'], verbs: ['escalate'] },
    },
  ])('logs in short which rule allows to write a $name; with that rule it is written', async ({ name, says, rule }) => {
    await using cluster = await startCluster()
    const derived = requiredRules([teams]).map(({ group: its, resource, verbs }) => {
      return { apiGroups: [its], resources: [resource], verbs }
    })
    await grant(cluster, 'derived', derived)
    const { log, entries } = recordedLog()
    const manager = managerOn(cluster, { as: account, controllers: [teams], log })
    await using _ = manager.start()
    await cluster.client.create(ConfigMap, { metadata: { name, namespace: 'default', labels: { team: 'yes' } } })
    await rest(cluster, manager)
    expect(manager.state.missingPermissions).toEqual([])
    const texts = entries.map(({ fields }) => (fields.error as Error | undefined)?.message ?? '')
    const text = texts.find((one) => says.test(one)) ?? ''
    expect(text.length).toBeLessThan(1_500)
    const found = parse(says.exec(text)?.groups?.['rule'] ?? '') as object
    expect(found).toEqual(rule)

    await grant(cluster, 'advised', [found])
    await cluster.advance('10m')
    await rest(cluster, manager)
    const ref = { name, namespace: 'default' }
    expect((await cluster.client.get(name === 'role' ? Role : RoleBinding, ref)).metadata).toMatchObject(ref)
  })
})
