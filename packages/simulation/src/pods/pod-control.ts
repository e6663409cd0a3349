/** What a test does to pods. It is written into the pods themselves, so `kubectl annotate` does it too. */
import type { Client } from '@kubewright/client'
import type { Ref } from '@kubewright/core'
import { Pod } from '@kubewright/kubernetes'
import { behaviourAnnotation } from '../names.ts'
import type { BehaviourName } from './behaviour.ts'

export interface PodControl {
  /**
   * From now on the containers of the pod, or one of them, fail in this way: `simulation.pods.fail(pod, 'crashes')`. What runs
   * crashes at once, and again after each restart, until `recover` is called.
   */
  fail(
    pod: Ref,
    how: Exclude<BehaviourName, 'runs' | 'completes'>,
    options?: { readonly container?: string },
  ): Promise<void>
  /** They do again what they would do anyway. A pod that was evicted stays so. */
  recover(pod: Ref): Promise<void>
}

export function podControl(client: Client): PodControl {
  const annotate = async (pod: Ref, value: string | null) => {
    await client.patch(Pod, pod, { metadata: { annotations: { [behaviourAnnotation]: value } } })
  }
  return {
    fail: (pod, how, { container } = {}) => annotate(pod, container === undefined ? how : `${container}=${how}`),
    recover: (pod) => annotate(pod, null),
  }
}
