/**
 * A topology: the nodes of an application, which capability satisfies each requirement, and which node contains which.
 *
 * `defineTopology` is checked by the compiler: a requirement without a binding, an unknown capability or an unknown node does not compile.
 * `parseTopology` checks the same at run time.
 */
import type { Counts, GlobalState } from './global-state.ts'
import { assertRecord } from './definition-shape.ts'
import type { NodeType } from './node-type.ts'
import { createTopology } from './topology-instance.ts'

/** Several instances of one type under one name. They are counted, not enumerated. */
export interface ReplicatedNode<Type extends NodeType = NodeType> {
  readonly type: Type
  readonly replicas: number
  /**
   * How many instances must offer a capability for the node to offer it.
   * @default 1
   */
  readonly quorum?: number
}

/** An entry in `nodes` of a topology. */
export type NodeEntry = NodeType | ReplicatedNode

/** One end of a binding. */
export interface CapabilityRef {
  readonly node: string
  readonly capability: string
}

/** A requirement of a node and the capabilities that satisfy it, each on its own. */
export interface Binding {
  readonly node: string
  readonly requirement: string
  readonly to: readonly CapabilityRef[]
}

/** A node in normal form. */
export interface TopologyNode {
  readonly name: string
  readonly type: NodeType
  /** `undefined` for a node that is not replicated. */
  readonly replicas: number | undefined
  readonly quorum: number
  /** The node that contains this one. */
  readonly container: string | undefined
}

/** An application. `State` is the type of its global states, `Operation` the names of its operations, as in `db.run`. */
export interface Topology<State extends GlobalState = GlobalState, Operation extends string = string> {
  readonly nodes: ReadonlyMap<string, TopologyNode>
  readonly bindings: readonly Binding[]
  /** Whether a contained node is forced back to its initial state when its container is not alive. */
  readonly hardRecovery: boolean
  /** Every node in its initial state. */
  readonly initial: State
  /** Checks a global state, and returns it frozen with its nodes in the order of the topology. */
  state(values: State): State
  /** Type-level only: the operations of this topology. */
  readonly operations?: readonly Operation[]
}

/** The type of a node, replicated or not. */
type TypeOf<Entry> = Entry extends ReplicatedNode<infer Type> ? Type : Entry

/** The state of a node: one state, or the number of replicas in each. */
type LocalState<Entry> =
  Entry extends ReplicatedNode<NodeType<infer State>>
    ? Counts<State>
    : Entry extends NodeType<infer State>
      ? State
      : never

/** `node.part` for every node of `Nodes`. */
type RequirementPath<Nodes> = {
  [Name in keyof Nodes & string]: TypeOf<Nodes[Name]> extends NodeType<string, string, infer Requirement>
    ? `${Name}.${Requirement}`
    : never
}[keyof Nodes & string]

/** A capability of a node: `database.sql`. */
type CapabilityPath<Nodes> = {
  [Name in keyof Nodes & string]: TypeOf<Nodes[Name]> extends NodeType<string, string, string, infer Capability>
    ? `${Name}.${Capability}`
    : never
}[keyof Nodes & string]

/** An operation of a node: `database.start`. */
type OperationPath<Nodes> = {
  [Name in keyof Nodes & string]: TypeOf<Nodes[Name]> extends NodeType<string, infer Operation>
    ? `${Name}.${Operation}`
    : never
}[keyof Nodes & string]

/** The capability, or the capabilities, that each requirement is bound to. */
type Bindings<Nodes> = {
  readonly [Path in RequirementPath<Nodes>]: CapabilityPath<Nodes> | readonly CapabilityPath<Nodes>[]
}

/** The definition of a topology. */
export type TopologyDefinition<Nodes extends Readonly<Record<string, NodeEntry>>> = {
  readonly nodes: Nodes
  /** Which node contains which, as `{ api: 'host' }`. */
  readonly containers?: { readonly [Name in keyof Nodes]?: keyof Nodes & string }
  /**
   * Whether a contained node is forced back to its initial state when its container is not alive.
   * @default false
   */
  readonly hardRecovery?: boolean
} & ([RequirementPath<Nodes>] extends [never]
  ? { readonly bindings?: Readonly<Record<string, never>> }
  : {
      /** For each requirement, the capability that satisfies it, or several, any one of which is enough. */
      readonly bindings: Bindings<Nodes>
    })

/** The global states of `Nodes`. */
type StateOf<Nodes> = { readonly [Name in keyof Nodes & string]: LocalState<Nodes[Name]> }

/**
 * Declares an application.
 *
 * @example
 * ```ts
 * const Volume = defineNodeType({
 *   name: 'Volume',
 *   capabilities: ['storage'],
 *   initial: 'unavailable',
 *   states: { unavailable: {}, available: { offers: ['storage'] } },
 *   operations: { create: { from: 'unavailable', to: 'available' } },
 * })
 * const Database = defineNodeType({
 *   name: 'Database',
 *   requirements: ['storage'],
 *   initial: 'unavailable',
 *   states: { unavailable: {}, running: { needs: ['storage'] } },
 *   operations: { run: { from: 'unavailable', to: 'running', needs: ['storage'] } },
 *   faults: { running: 'unavailable' },
 * })
 * const shop = defineTopology({
 *   nodes: { disk: Volume, db: Database },
 *   bindings: { 'db.storage': 'disk.storage' },
 * })
 * shop.initial // => { disk: 'unavailable', db: 'unavailable' }
 * ```
 */
export function defineTopology<const Nodes extends Readonly<Record<string, NodeEntry>>>(
  definition: TopologyDefinition<Nodes>,
): Topology<StateOf<Nodes>, OperationPath<Nodes>> {
  assertRecord(definition, 'a topology', 'the definition')
  const {
    nodes,
    bindings = {},
    containers = {},
    hardRecovery = false,
  } = definition as {
    nodes: Readonly<Record<string, NodeEntry>>
    bindings?: Readonly<Record<string, string | readonly string[]>>
    containers?: Readonly<Record<string, string | undefined>>
    hardRecovery?: boolean
  }
  return createTopology({ nodes, bindings, containers, hardRecovery }) as unknown as Topology<
    StateOf<Nodes>,
    OperationPath<Nodes>
  >
}
