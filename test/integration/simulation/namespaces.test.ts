import { ignoreNotFound } from '@kubewright/client'
import { ConfigMap, Namespace, Pod } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { simulatedCluster } from './simulated-cluster.ts'

const parts = ['namespaces', 'service-accounts'] as const
const ref = { name: 'team' }
const textsOf = (namespace: Namespace) =>
  namespace.status?.conditions?.map(({ type, status, reason }) => `${type}=${status} ${reason}`)

describe.each([{ emptiesNamespaces: false }, { emptiesNamespaces: true }])(
  'simulated Namespace deletion, with the server emptying namespaces: $emptiesNamespaces',
  (server) => {
    const start = () => simulatedCluster(parts, { cluster: { server } })

    it('removes the namespace with its contents', async () => {
      await using simulated = await start()
      const { client, cluster } = simulated
      await client.create(Namespace, { metadata: ref })
      await client.create(ConfigMap, { metadata: { name: 'one', namespace: 'team' } })
      await cluster.settle()
      await client.delete(Namespace, ref)
      await cluster.settle()
      expect(await client.get(Namespace, ref).catch(ignoreNotFound)).toBeUndefined()
      expect(await client.get(ConfigMap, { name: 'one', namespace: 'team' }).catch(ignoreNotFound)).toBeUndefined()
    })

    it('waits for pods before other contents are deleted', async () => {
      await using simulated = await start()
      const { client, cluster } = simulated
      const pod = { name: 'slow', namespace: 'team' }
      await client.create(Namespace, { metadata: ref })
      await cluster.settle()
      await client.create(Pod, {
        metadata: { ...pod, finalizers: ['example.dev/slow'] },
        spec: { containers: [{ name: 'a', image: 'a' }] },
      })
      await client.create(ConfigMap, { metadata: { name: 'one', namespace: 'team' } })
      await client.delete(Namespace, ref)
      await cluster.settle()
      expect((await client.get(Pod, pod)).metadata.deletionTimestamp).toBeDefined()
      expect((await client.get(ConfigMap, { name: 'one', namespace: 'team' })).metadata.name).toBe('one')
      await client.patch(Pod, pod, { metadata: { finalizers: null } })
      await cluster.settle()
      expect(await client.get(Namespace, ref).catch(ignoreNotFound)).toBeUndefined()
    })

    it('reports remaining contents and finalizers in conditions', async () => {
      await using simulated = await start()
      const { client, cluster } = simulated
      const held = { name: 'held', namespace: 'team' }
      await client.create(Namespace, { metadata: ref })
      await cluster.settle()
      await client.create(ConfigMap, { metadata: { ...held, finalizers: ['example.dev/held'] } })
      await client.delete(Namespace, ref)
      await cluster.settle()
      const waiting = await client.get(Namespace, ref)
      expect(textsOf(waiting)).toEqual([
        'NamespaceDeletionDiscoveryFailure=False ResourcesDiscovered',
        'NamespaceDeletionGroupVersionParsingFailure=False ParsedGroupVersions',
        'NamespaceDeletionContentFailure=False ContentDeleted',
        'NamespaceContentRemaining=True SomeResourcesRemain',
        'NamespaceFinalizersRemaining=True SomeFinalizersRemain',
      ])
      expect(waiting.status?.conditions?.at(-1)?.message).toBe(
        'Some content in the namespace has finalizers remaining: example.dev/held in 1 resource instances',
      )
      await client.patch(ConfigMap, held, { metadata: { finalizers: null } })
      await cluster.advance('10s')
      expect(await client.get(Namespace, ref).catch(ignoreNotFound)).toBeUndefined()
    })
  },
)
