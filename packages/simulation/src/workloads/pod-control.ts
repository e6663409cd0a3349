/** Creates and deletes the pods of a workload, and emits events for it. */
import { ignoreNotFound, isConflict, isForbidden } from '@kubewright/client'
import type { Context } from '@kubewright/controller'
import { refOf } from '@kubewright/core'
import { Pod, type PodInput } from '@kubewright/kubernetes'

type Told = Pick<Context, 'client' | 'signal' | 'events'>

/** Failure: rejects with the error of the server, after an event was emitted. */
export async function createPod({ client, signal, events }: Told, pod: PodInput): Promise<Pod> {
  try {
    const made = await client.create(Pod, pod, { signal })
    events.normal('SuccessfulCreate', `Created pod: ${made.metadata.name}`)
    return made
  } catch (error) {
    if (!isNamespaceGoing(error) && !signal.aborted)
      events.warning('FailedCreate', `Error creating: ${messageOf(error)}`)
    throw error
  }
}

/** Deletes by uid, not a later pod of the same name. */
export async function deletePod({ client, signal, events }: Told, pod: Pod): Promise<void> {
  try {
    const { uid } = pod.metadata
    await client.delete(Pod, refOf(pod), { preconditions: { uid }, signal }).catch(ignoreReplaced)
    events.normal('SuccessfulDelete', `Deleted pod: ${pod.metadata.name}`)
  } catch (error) {
    if (!signal.aborted) events.warning('FailedDelete', `Error deleting: ${messageOf(error)}`)
    throw error
  }
}

/** Ignores that the object is gone, or that another one has its name. */
export function ignoreReplaced(error: unknown): undefined {
  return isConflict(error) ? undefined : ignoreNotFound(error)
}

/** A terminating namespace accepts no new objects, and needs none. */
export function isNamespaceGoing(error: unknown): boolean {
  return isForbidden(error) && error.causes.some(({ reason }) => reason === 'NamespaceTerminating')
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
