/** The cluster of a load test in a separate process: reports its address, and ends with its parent. */
import { startApiServer } from '@kubewright/apiserver'
import { createClient, established } from '@kubewright/client'
import { silentLogger } from '@kubewright/core'
import { CustomResourceDefinition } from '@kubewright/kubernetes/apiextensions/v1'
import { Namespace } from '@kubewright/kubernetes/core/v1'
import { createManager } from '@kubewright/manager'
import { operatorNamespace, Theme, Website } from 'webhosting-operator'
import { instantWorkloads } from './instant-workloads.ts'

const server = await startApiServer({ listen: {}, servicePrefix: 16 })
const client = createClient(server.transport(), { fieldManager: 'kube-controller-manager', maxInFlight: 200 })
await client.create(Namespace, { metadata: { name: operatorNamespace } })
for (const resource of [Theme, Website]) {
  const { metadata } = await client.create(CustomResourceDefinition, resource.crd())
  await client.waitFor(CustomResourceDefinition, metadata, established)
}
const controllers = [instantWorkloads(client)]
const manager = createManager({ client, controllers, log: silentLogger, permissions: 'skip', environment: {} }).start()
await manager.started
const { url, authority, token } = server.endpoint!
process.send!({ url, ca: authority, token })
process.on('disconnect', () => process.exit(0))
