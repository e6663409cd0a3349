/** Kinds selected at run time, and peering by `acceptPeer`. */
import { createClient, ignoreNotFound, isForbidden, loadConfig } from '@kubewright/client'
import { ConfigMap, Namespace, Secret } from '@kubewright/kubernetes'
import {
  acceptPeer,
  followReplications,
  replicaName,
  ReplicationResource,
  tenantNamespace,
} from '@kubewright/replication'
import { startApiServer } from '@kubewright/apiserver'
import { describe, expect, it } from 'vitest'
import { Clusters, conditionOf, Subnet, subnet } from './clusters.ts'

const place = (identity: string, name: string) => ({
  namespace: tenantNamespace(identity),
  name: replicaName({ namespace: 'default', name }),
})

describe('Replication resource', () => {
  it('selects kinds, objects and destinations at run time, and its replicas are deleted with it', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    await clusters.install(a.client, ReplicationResource)
    const { peers, replicator } = clusters.run(a, { replications: [] })
    const following = new AbortController()
    const { client } = clusters.connect(a)
    const over = followReplications(
      { client, clock: clusters.clock, use: (all) => replicator.use(all) },
      following.signal,
    )
    clusters.keep({ [Symbol.asyncDispose]: () => (following.abort(new Error('over')), over) })
    await clusters.join(peers, b, a)
    await a.client.create(Subnet, subnet('net', undefined))
    await a.client.create(Subnet, {
      ...subnet('other', undefined),
      metadata: { name: 'other', namespace: 'default', labels: { tier: 'inner' } },
    })
    await a.client.create(ReplicationResource, {
      metadata: { name: 'subnets' },
      spec: {
        resource: { group: 'net.example.dev', kind: 'Subnet' },
        selector: { matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] },
        peers: ['b'],
      },
    })
    await a.client.create(ReplicationResource, {
      metadata: { name: 'unknown' },
      spec: { resource: { group: 'x.example.dev', kind: 'Nothing' } },
    })
    await clusters.clock.advance('5s')
    expect(await b.client.get(Subnet, place(a.identity, 'net'))).toMatchObject({ spec: { cidr: '10.0.0.0/16' } })
    expect(await b.client.get(Subnet, place(a.identity, 'other')).catch(ignoreNotFound)).toBeUndefined()
    expect(conditionOf(await a.client.get(ReplicationResource, { name: 'subnets' }), 'Ready')).toMatchObject({
      status: 'True',
    })
    expect(conditionOf(await a.client.get(ReplicationResource, { name: 'unknown' }), 'Ready')).toMatchObject({
      reason: 'KindMissing',
    })

    await a.client.delete(ReplicationResource, { name: 'subnets' })
    await clusters.clock.advance('5s')
    expect(await b.client.get(Subnet, place(a.identity, 'net')).catch(ignoreNotFound)).toBeUndefined()
    const home = await a.client.get(Subnet, { name: 'net', namespace: 'default' })
    expect(home.metadata.finalizers ?? []).toEqual([])
  })
})

describe('acceptPeer', () => {
  it('grants nothing and issues no token if the server address has no TLS', async () => {
    await using server = await startApiServer({})
    await using admin = createClient(server.transport(), { fieldManager: 'test' })
    const options = { client: admin, origin: 'turin', kinds: [ConfigMap], server: 'http://berlin.example.dev' }
    await expect(acceptPeer(options)).rejects.toMatchObject({ code: 'KW_REPLICATION_SERVER' })
    expect(await admin.get(Namespace, { name: tenantNamespace('turin') }).catch(ignoreNotFound)).toBeUndefined()
    const local = { ...options, server: 'http://127.0.0.1:8080' }
    await expect(acceptPeer(local)).rejects.toMatchObject({ code: 'KW_REPLICATION_SERVER' })
    const { kubeconfig } = await acceptPeer({ ...local, allowsHttpLoopback: true })
    expect(kubeconfig).toContain('"server": "http://127.0.0.1:8080"')
  })

  it('grants the tenant namespace and the named kinds only', async () => {
    await using server = await startApiServer({ listen: {} })
    await using admin = createClient(server.transport(), { fieldManager: 'test' })
    const { url, authority } = server.endpoint!
    const accepted = await acceptPeer({ client: admin, origin: 'turin', kinds: [ConfigMap], server: url, authority })
    const connection = await loadConfig({ kubeconfigText: accepted.kubeconfig })
    await using tenant = createClient(connection, { fieldManager: 'tenant' })
    const own = { namespace: tenantNamespace('turin'), name: 'default.map' }
    await tenant.create(ConfigMap, { metadata: own, data: { key: 'value' } })
    await tenant.delete(ConfigMap, own)
    const refused: readonly (() => PromiseLike<unknown>)[] = [
      () => tenant.get(ConfigMap, { namespace: 'default', name: 'kube-root-ca.crt' }),
      () => tenant.list(ConfigMap, {}),
      () => tenant.list(Secret, { namespace: own.namespace }),
      () => tenant.update(ConfigMap, { metadata: { ...own, resourceVersion: '1' } }),
    ]
    for (const call of refused) await expect(Promise.resolve(call())).rejects.toSatisfy(isForbidden)
  })
})
