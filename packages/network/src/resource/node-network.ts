/**
 * The state that the agent of one node last applied. Named after the node and owned by it, so it is garbage-collected with the
 * node: nothing waits for a node that is stuck or gone.
 */
import { defineResource, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'
import { networkGroup, networkVersion } from '../names.ts'

/** The kind NodeNetwork: the network state that the agent of a node last applied. */
export const NodeNetwork = defineResource({
  group: networkGroup,
  version: networkVersion,
  kind: 'NodeNetwork',
  scope: 'Cluster',
  spec: z.object({}),
  status: z.object({
    role: z.enum(['gateway', 'worker', 'idle']).optional(),
    peers: z.int().optional().describe('Number of peers the node is connected to.'),
    refused: z
      .array(z.object({ peer: z.string(), why: z.string() }))
      .optional()
      .describe('Peers that were not connected because of unusable values.'),
  }),
  conditions: ['Applied', 'ConnectionsDropped'],
  columns: { Role: '.status.role', Peers: '.status.peers' },
})

export interface NodeNetwork extends ObjectOf<typeof NodeNetwork> {}
