/** Stands in for the Job controller, which runs only in a simulation. */
import type { Cluster } from '@kubewright/testing'
import { Job } from 'kubewright/kubernetes/batch/v1'

export async function finishJob(cluster: Cluster, name: string, type: 'Complete' | 'Failed'): Promise<void> {
  const now = new Date(cluster.clock.now()).toISOString().replace(/\.\d+/, '')
  const condition = { status: 'True', lastProbeTime: now, lastTransitionTime: now, reason: 'Test', message: '' }
  const before = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget'
  const conditions = [before, type].map((each) => ({ type: each, ...condition }))
  const counts = type === 'Complete' ? { completionTime: now, succeeded: 1 } : { failed: 1 }
  const status = { startTime: now, conditions, ...counts }
  await cluster.client.status.patch(Job, { name, namespace: 'default' }, { status })
}
