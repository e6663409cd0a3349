/** Stands in for kubelets: a test sets the state of pods manually when their lifecycle is not under test. */
import type { Client } from '@kubewright/client'
import { refOf } from '@kubewright/core'
import { formatTime } from '@kubewright/core/time'
import { Pod } from '@kubewright/kubernetes'
import type { Cluster } from '@kubewright/testing'

export async function podsIn(client: Client, labels?: string): Promise<readonly Pod[]> {
  const { items } = await client.list(Pod, { namespace: 'default', ...(labels === undefined ? {} : { labels }) })
  return items
}

/** Starts all pending pods, and completes the deletion of terminating ones. Returns how many it touched. */
export async function runPods(
  { client, clock }: Cluster,
  isWanted: (pod: Pod) => boolean = () => true,
): Promise<number> {
  let touched = 0
  for (const pod of await podsIn(client)) {
    if (!isWanted(pod)) continue
    const isGoing = pod.metadata.deletionTimestamp !== undefined
    if (!isGoing && pod.status?.phase !== 'Pending') continue
    touched++
    if (isGoing) await client.delete(Pod, refOf(pod), { gracePeriodSeconds: 0 })
    else await setPhase(client, pod, 'Running', clock.now())
  }
  return touched
}

export function setPhase(client: Client, pod: Pod, phase: string, now: number): Promise<Pod> {
  const status = phase === 'Running' ? 'True' : 'False'
  const ready = { type: 'Ready', status, lastTransitionTime: formatTime(now) }
  const podIP = `10.1.0.${(Number.parseInt(pod.metadata.uid.slice(0, 2), 16) % 250) + 1}`
  const patch = { status: { phase, podIP, podIPs: [{ ip: podIP }], conditions: [ready] } }
  return client.status.patch(Pod, refOf(pod), patch as never)
}

/** Repeats until no pod is left to start: each round may create more. */
export async function runUntilQuiet(cluster: Cluster): Promise<void> {
  do await cluster.settle()
  while ((await runPods(cluster)) > 0)
}
