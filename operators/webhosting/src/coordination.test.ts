import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { silentLogger } from '@kubewright/core'
import { seededIds, seededRandom } from '@kubewright/core/testing'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@kubewright/kubernetes/rbac/v1'
import { shardLabel } from '@kubewright/sharding'
import { createManager, isAlreadyExists, Namespace, type Resource } from 'kubewright'
import { formatRoles, requiredRules } from 'kubewright/manager/permissions'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { operatorName, operatorNamespace } from './names.ts'
import { operatorWith } from './operator.ts'
import { type CoordinationName, defaultHosting } from './settings.ts'
import { type Hosting, homepage, startHosting } from './testing/hosting.ts'
import { Theme } from './theme.ts'
import { Website } from './website.ts'

let hosting: Hosting

beforeEach(async () => {
  hosting = await startHosting({ runs: false })
  await hosting.cluster.client.create(Namespace, { metadata: { name: operatorNamespace } })
})
afterEach(() => hosting[Symbol.asyncDispose]())

/** All permissions of the operator in this mode of installation. */
async function install(coordination: CoordinationName): Promise<void> {
  const text = await readFile(join(import.meta.dirname, '../deploy/rbac.yaml'), 'utf8')
  const operator = operatorWith({ coordination, hosting: defaultHosting, manager: { identity: 'any' } })
  const { lease } = operator.coordination
  const rules = requiredRules(operator.controllers, { coordination: operator.coordination, ...(lease && { lease }) })
  const roles = coordination === 'shard' ? objectsIn(formatRoles(rules, operatorName)) : []
  for (const object of [...roles, ...objectsIn(text)]) {
    await hosting.cluster.client.create(rbacKinds.get(object.kind)!, object as never).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error // the manifests generated for shards replace the existing ones
    })
  }
}

const rbacKinds = new Map<string, Resource>(
  [ClusterRole, ClusterRoleBinding, Role, RoleBinding].map((kind) => [kind.kind, kind]),
)

function objectsIn(yaml: string): readonly { readonly kind: string }[] {
  return parseAllDocuments(yaml).map((document) => document.toJS() as { readonly kind: string })
}

/** A replica with only the permissions of its account. */
function startReplica(identity: string, coordination: CoordinationName) {
  const random = seededRandom(identity)
  const settings = { coordination, hosting: defaultHosting, manager: { identity } }
  const { resources: _, namespace: _2, health: _3, metrics: _4, ...operator } = operatorWith(settings)
  const as = `system:serviceaccount:${operatorNamespace}:${operatorName}`
  const manager = createManager({
    ...operator,
    identity,
    client: hosting.cluster.clientFor({ as }),
    clock: hosting.cluster.clock,
    random,
    ids: seededIds(random),
    log: silentLogger,
    environment: {},
    shutdownTimeout: '1s',
  })
  const running = manager.start()
  running.ended.catch(() => undefined)
  return { identity, manager, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() }
}

type Replica = ReturnType<typeof startReplica>

/** Advances time in small steps. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) await hosting.cluster.advance('1s')
}

async function stop(...replicas: readonly Replica[]): Promise<void> {
  let hasEnded = false
  const ended = Promise.all(replicas.map((replica) => replica[Symbol.asyncDispose]())).finally(() => (hasEnded = true))
  for (let second = 0; second < 60 && !hasEnded; second++) await pass(1)
  await ended
}

const create = (name: string) =>
  hosting.cluster.client.create(Website, { metadata: { ...homepage, name }, spec: { theme: 'exciting' } })

describe('the webhosting operator', () => {
  it('works alone, with the permissions of its manifests', async () => {
    await install('alone')
    await using replica = startReplica('alone', 'alone')
    await create('homepage')
    await pass(5)
    expect((await hosting.site()).status?.phase).toBe('Ready')
    expect(await hosting.events()).toEqual(['Normal Serving'])
    expect(replica.manager.state).toMatchObject({ phase: 'acting', missingPermissions: [] })
  })

  it('runs in one replica, and fails over to the next when that stops', async () => {
    await install('leader')
    const first = startReplica('first', 'leader')
    await pass(5)
    await using second = startReplica('second', 'leader')
    await create('homepage')
    await pass(5)
    expect((await hosting.site()).status?.phase).toBe('Ready')
    expect([first.manager.state.phase, second.manager.state.phase]).toEqual(['acting', 'standby'])
    expect(second.manager.history()).toEqual([])
    await stop(first)
    await create('blog')
    await pass(5)
    expect((await hosting.site({ ...homepage, name: 'blog' })).status?.phase).toBe('Ready')
    const lease = await hosting.cluster.client.get(Lease, { name: operatorName, namespace: operatorNamespace })
    expect(lease.spec?.holderIdentity).toContain('second')
  })

  it('is sharded, and the websites of a stopped shard are taken over', async () => {
    await install('shard')
    const names = Array.from({ length: 9 }, (_, index) => `site-${index}`)
    const replicas = ['shard-0', 'shard-1', 'shard-2'].map((name) => startReplica(name, 'shard'))
    await pass(5)
    for (const name of names) await create(name)
    await pass(10)
    const before = await ownersOf(names)
    expect(new Set(before.values())).toEqual(new Set(replicas.map(({ identity }) => identity)))
    for (const { identity, manager } of replicas) {
      const worked = new Set(manager.history().map(({ object }) => object.name))
      expect(worked).toEqual(new Set(names.filter((name) => before.get(name) === identity)))
      expect(manager.state.missingPermissions).toEqual([])
    }
    const [stopped, ...left] = replicas
    await stop(stopped!)
    await hosting.cluster.client.patch(Theme, { name: 'exciting' }, { spec: { color: 'black' } })
    await pass(15)
    const after = await ownersOf(names)
    expect(new Set(after.values())).toEqual(new Set(left.map(({ identity }) => identity)))
    for (const name of names) {
      expect(await hosting.page(place(name))).toContain('background-color: black;')
      // Only websites of the stopped shard move.
      const moved = before.get(name) !== after.get(name)
      expect(moved).toBe(before.get(name) === stopped!.identity)
    }
    await stop(...left)
  }, 120_000)
})

const place = (name: string) => ({ ...homepage, name })

/** The shard of each website; all are ready, and their children are in the same shard. */
async function ownersOf(names: readonly string[]): Promise<ReadonlyMap<string, string | undefined>> {
  const owners = new Map<string, string | undefined>()
  for (const name of names) {
    const { metadata, status } = await hosting.site(place(name))
    const owner = metadata.labels?.[shardLabel(operatorName)]
    expect([name, status?.phase]).toEqual([name, 'Ready'])
    for (const child of Object.values(await hosting.children(place(name)))) {
      expect(child.metadata.labels?.[shardLabel(operatorName)]).toBe(owner)
    }
    owners.set(name, owner)
  }
  return owners
}
