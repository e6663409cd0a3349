import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { silentLogger } from '@kubewright/core'
import { seededIds, seededRandom } from '@kubewright/core/testing'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@kubewright/kubernetes/rbac/v1'
import { createManager, Namespace, type Resource } from 'kubewright'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { operatorName, operatorNamespace } from './names.ts'
import { operatorWith } from './operator.ts'
import { type CoordinationName, defaultHosting } from './settings.ts'
import { type Hosting, homepage, startHosting } from './testing/hosting.ts'
import { Website } from './website.ts'

let hosting: Hosting

beforeEach(async () => {
  hosting = await startHosting({ runs: false })
  await hosting.cluster.client.create(Namespace, { metadata: { name: operatorNamespace } })
  await install()
})
afterEach(() => hosting[Symbol.asyncDispose]())

/** Everything the operator may do, as it is installed. */
async function install(): Promise<void> {
  const text = await readFile(join(import.meta.dirname, '../deploy/rbac.yaml'), 'utf8')
  const kinds = new Map<string, Resource>(
    [ClusterRole, ClusterRoleBinding, Role, RoleBinding].map((kind) => [kind.kind, kind]),
  )
  for (const document of parseAllDocuments(text)) {
    const object = document.toJS() as { readonly kind: string }
    await hosting.cluster.client.create(kinds.get(object.kind)!, object as never)
  }
}

/** A replica, with the rights of its account and no others. */
function startReplica(identity: string, coordination: CoordinationName) {
  const random = seededRandom(identity)
  const {
    resources: _,
    namespace: _2,
    health: _3,
    metrics: _4,
    ...operator
  } = operatorWith({
    coordination,
    hosting: defaultHosting,
  })
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
  return { manager, running, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() }
}

const create = (name: string) =>
  hosting.cluster.client.create(Website, { metadata: { ...homepage, name }, spec: { theme: 'exciting' } })

describe('the operator', () => {
  it('works alone, with the permissions it is installed with', async () => {
    await using replica = startReplica('alone', 'alone')
    await create('homepage')
    await hosting.cluster.advance('5s')
    expect((await hosting.site()).status?.phase).toBe('Ready')
    expect(await hosting.events()).toEqual(['Normal Serving'])
    expect(replica.manager.state).toMatchObject({ phase: 'acting', missingPermissions: [] })
  })

  it('is led by one replica, and taken over by the next when that stops', async () => {
    const first = startReplica('first', 'leader')
    await hosting.cluster.advance('5s')
    await using second = startReplica('second', 'leader')
    await create('homepage')
    await hosting.cluster.advance('5s')
    expect((await hosting.site()).status?.phase).toBe('Ready')
    expect([first.manager.state.phase, second.manager.state.phase]).toEqual(['acting', 'standby'])
    expect(second.manager.history()).toEqual([])
    const stopped = first[Symbol.asyncDispose]()
    await hosting.cluster.advance('5s')
    await stopped
    await create('blog')
    await hosting.cluster.advance('5s')
    expect((await hosting.site({ ...homepage, name: 'blog' })).status?.phase).toBe('Ready')
    const lease = await hosting.cluster.client.get(Lease, { name: operatorName, namespace: operatorNamespace })
    expect(lease.spec?.holderIdentity).toContain('second')
  })
})
