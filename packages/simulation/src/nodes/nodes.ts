/** The nodes of a cluster: registers them, sends their heartbeats, and handles missing ones. */
import { isAlreadyExists, isConflict, isNotFound } from '@kubewright/client'
import type { ControllerHost } from '@kubewright/controller/host'
import { refOf } from '@kubewright/core'
import { Node, type NodeInput } from '@kubewright/kubernetes'
import type { Part } from '../part.ts'
import type { SimulationOptions } from '../simulation.ts'
import { nodeHealth, podEviction } from './lifecycle.ts'
import { judgeNode } from './node-health.ts'
import { nodeNamed, wellNodeStatus } from './node-object.ts'
import { checkNodeOptions, type NodeOptions } from './node-options.ts'
import { nodeRegistration } from './registration.ts'

/** Failure: `KW_SIMULATION_NODES` for invalid options. */
export function nodes({ nodes: options = {} }: SimulationOptions): Part {
  checkNodeOptions(options)
  return {
    name: 'nodes',
    reporter: 'node-controller',
    controllers: [nodeRegistration(options), nodeHealth(), podEviction()],
    prepare: (host, signal) => register(options, host, signal),
  }
}

/** Existing nodes are reused as they are. A node that is deleted later is not registered again, as with a real kubelet. */
async function register(options: NodeOptions, host: ControllerHost, signal: AbortSignal): Promise<void> {
  for (let ordinal = 1; ordinal <= (options.count ?? 1); ordinal++) {
    try {
      await registerOne(nodeNamed(ordinal, options), { options, host, signal })
    } catch (error) {
      if (!isAlreadyExists(error) && !isConflict(error) && !isNotFound(error)) throw error
    }
  }
}

/** The node is ready from the start, so that the first pod need not wait for it. */
async function registerOne(
  input: NodeInput,
  { options, host, signal }: { options: NodeOptions; host: ControllerHost; signal: AbortSignal },
): Promise<void> {
  const { client, clock } = host
  const node = await client.create(Node, input, { signal })
  const ready = await client.status.patch(
    Node,
    refOf(node),
    { status: wellNodeStatus(node, options, clock.now()) },
    { signal },
  )
  const { taints } = judgeNode(ready, undefined, clock.now())
  if (taints !== undefined) await client.patch(Node, refOf(node), { spec: { taints: [...taints] } }, { signal })
}
