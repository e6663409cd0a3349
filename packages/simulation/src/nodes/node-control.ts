/** What a test does to nodes. It is written into the nodes themselves, so `kubectl annotate` does it too. */
import type { Client } from '@kubewright/client'
import { Node } from '@kubewright/kubernetes'
import { lostAnnotation } from '../names.ts'

export interface NodeControl {
  /** From now on nothing is heard of the node, nor of the pods on it. The cluster finds out 50 seconds later. */
  lose(name: string): Promise<void>
  /** The node is back, and goes on where it was. */
  restore(name: string): Promise<void>
}

export function nodeControl(client: Client): NodeControl {
  const annotate = async (name: string, value: string | null) => {
    await client.patch(Node, { name }, { metadata: { annotations: { [lostAnnotation]: value } } })
  }
  return { lose: (name) => annotate(name, 'true'), restore: (name) => annotate(name, null) }
}
