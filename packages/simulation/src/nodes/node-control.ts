/** Lets a test control nodes. The state is an annotation of the node, so `kubectl annotate` works too. See decision 0136. */
import type { Client } from '@kubewright/client'
import { Node } from '@kubewright/kubernetes'
import { lostAnnotation } from '../names.ts'

/** Node failures for tests: `simulation.nodes`. */
export interface NodeControl {
  /** Stops the heartbeats of the node and its pods. The cluster detects it 50 seconds later. */
  lose(name: string): Promise<void>
  /** Restores the node, which resumes its work. */
  restore(name: string): Promise<void>
}

export function nodeControl(client: Client): NodeControl {
  const annotate = async (name: string, value: string | null) => {
    await client.patch(Node, { name }, { metadata: { annotations: { [lostAnnotation]: value } } })
  }
  return { lose: (name) => annotate(name, 'true'), restore: (name) => annotate(name, null) }
}
