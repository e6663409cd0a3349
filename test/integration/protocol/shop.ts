/** A shop of three components, its projection onto a cluster, and operators that follow its protocol or violate it. */
import { isNotFound } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { Deployment } from '@kubewright/kubernetes'
import { protocolOf } from '@kubewright/protocol'
import { defineResource, manifest } from '@kubewright/resource'
import { type ClusterView, type ClusterWrite, project } from '@kubewright/testing/protocol'
import { z } from 'zod'

export const Shop = defineResource({
  group: 'shop.example.dev',
  version: 'v1',
  kind: 'Shop',
  scope: 'Namespaced',
  spec: z.object({}),
})

export const shop = protocolOf({ db: [], api: ['db'], gui: ['api'] })
export const up = { db: 'running', api: 'running', gui: 'running' } as const
export const namespace = 'default'
const order = ['db', 'api', 'gui'] as const

async function stateOf(view: ClusterView, name: string) {
  const deployment = await view.get(Deployment, { name, namespace })
  if (deployment?.status?.observedGeneration === undefined) return 'unavailable'
  return (deployment.status.readyReplicas ?? 0) > 0 ? 'running' : 'crashed'
}

const beginningOf = (node: string) => (write: ClusterWrite) =>
  write.resource === 'deployments.apps' && write.name === node && write.isNew ? ('run' as const) : undefined

export const projection = project(shop, {
  db: { state: (view) => stateOf(view, 'db'), begins: beginningOf('db') },
  api: { state: (view) => stateOf(view, 'api'), begins: beginningOf('api') },
  gui: { state: (view) => stateOf(view, 'gui'), begins: beginningOf('gui') },
})

export function deploymentOf(name: string) {
  const labels = { app: name }
  return {
    metadata: { name, namespace },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name, image: name }] } },
    },
  }
}

/** Replaces a crashed component. If it `waits`, starts the next one only once the previous one is ready. */
export const operator = ({ waits }: { waits: boolean }) =>
  defineController({
    name: 'shops',
    for: Shop,
    owns: [Deployment],
    async reconcile(_, ctx) {
      for (const name of order) {
        const current = await ctx.client.get(Deployment, { name, namespace }).catch((error: unknown) => {
          if (isNotFound(error)) return undefined
          throw error
        })
        const isReady = (current?.status?.readyReplicas ?? 0) > 0
        const hasCrashed = current?.status?.observedGeneration !== undefined && !isReady
        if (hasCrashed) await ctx.client.delete(Deployment, { name, namespace })
        if (!isReady) await ctx.own({ [name]: manifest(Deployment, deploymentOf(name)) }, { prune: false })
        if (!isReady && waits) return done()
      }
      return done()
    },
  })

/** The status that a kubelet would report. */
export const statusOf = (readyReplicas: number) => ({
  status: { replicas: 1, observedGeneration: 1, readyReplicas },
})
