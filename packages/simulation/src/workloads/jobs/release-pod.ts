/** Releases a pod that was kept until it was counted. */
import type { Context } from '@kubewright/controller'
import { refOf } from '@kubewright/core'
import { Pod } from '@kubewright/kubernetes'
import { trackingFinalizer } from '../../names.ts'
import { ignoreReplaced } from '../pod-control.ts'

/** Removes the tracking finalizer. */
export async function release(pod: Pod, { client, signal }: Pick<Context, 'client' | 'signal'>): Promise<void> {
  const { uid, resourceVersion, finalizers = [] } = pod.metadata
  const left = finalizers.filter((one) => one !== trackingFinalizer)
  const patch = { metadata: { uid, resourceVersion, finalizers: left } }
  await client.patch(Pod, refOf(pod), patch, { signal }).catch(ignoreReplaced)
}
