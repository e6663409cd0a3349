/**
 * Marks the Deployments of a load test as available at once. Replica sets and pods would cost the server more than everything
 * that is measured, and all Deployments have zero replicas anyway.
 */
import { type Client, isConflict, isNotFound } from '@kubewright/client'
import { type Controller, changed, defineController, done } from '@kubewright/controller'
import { formatTime } from '@kubewright/core/time'
import { Deployment } from '@kubewright/kubernetes/apps/v1'

export function instantWorkloads(client: Client): Controller {
  return defineController({
    name: 'instant-workloads',
    for: Deployment,
    when: changed((deployment) => deployment.metadata.generation),
    concurrency: 50,
    reportsLoops: false,
    async reconcile({ metadata, status }, ctx) {
      if (status?.observedGeneration === metadata.generation) return done()
      const now = formatTime(ctx.now().getTime())
      const condition = (type: string, reason: string) =>
        ({ type, status: 'True', reason, message: '', lastUpdateTime: now, lastTransitionTime: now }) as const
      const conditions = [
        condition('Available', 'MinimumReplicasAvailable'),
        condition('Progressing', 'NewReplicaSetAvailable'),
      ]
      const next = { status: { observedGeneration: metadata.generation!, conditions } }
      await client.status.patch(Deployment, metadata, next).catch((error: unknown) => {
        if (!isNotFound(error) && !isConflict(error)) throw error
      })
      return done()
    },
  })
}
