/** Lets a test control pods. The state is an annotation of the pod, so `kubectl annotate` works too. See decision 0136. */
import type { Client } from '@kubewright/client'
import type { Ref } from '@kubewright/core'
import { Pod } from '@kubewright/kubernetes'
import { behaviourAnnotation } from '../names.ts'
import type { BehaviourName } from './behaviour.ts'

/** Pod failures for tests: `simulation.pods`. */
export interface PodControl {
  /**
   * Makes the containers of the pod, or one of them, fail in this way: `simulation.pods.fail(pod, 'crashes')`. Running containers crash at
   * once, and again after each restart, until `recover` is called.
   */
  fail(
    pod: Ref,
    how: Exclude<BehaviourName, 'runs' | 'completes'>,
    options?: { readonly container?: string },
  ): Promise<void>
  /** Restores the default behaviour. A pod that was evicted stays so. */
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
