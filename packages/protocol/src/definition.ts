/** Types of the parts of a topology. */
export type { NodeTypeDefinition } from './node-type.ts'
export type { NodeEntry, ReplicatedNode, TopologyDefinition, TopologyNode } from './topology.ts'
