/**
 * A topology over integers: nodes, requirements and configurations are numbers, and a global state is an `Int32Array` with a configuration
 * number per node. Compiled once per topology, on first use.
 */
import { assertSound } from '../soundness.ts'
import type { Topology } from '../topology.ts'
import { assertTopology } from '../topology-instance.ts'
import { NodeAutomaton } from './node-automaton.ts'

/** The configuration of each node. */
export type Locals = Int32Array

export interface CompiledRequirement {
  readonly node: number
  readonly name: string
  /** Pairs of a node and one of its capabilities; each satisfies the requirement alone. */
  readonly providers: Readonly<Int32Array>
}

export interface CompiledTopology {
  readonly topology: Topology
  readonly automata: readonly NodeAutomaton[]
  readonly nodeNumbers: ReadonlyMap<string, number>
  readonly requirements: readonly CompiledRequirement[]
  /** The container of each node, or -1. */
  readonly containers: Readonly<Int32Array>
  /** The nodes that each node contains. */
  readonly contained: readonly (readonly number[])[]
  /** For each node, the requirements that it may satisfy. */
  readonly dependents: readonly (readonly number[])[]
  readonly hardRecovery: boolean
  /** The nodes that may move: all, or one independent part of the topology. */
  readonly active: Readonly<Int32Array>
  /** The index in `active` of each active node. */
  readonly positions: Readonly<Int32Array>
}

const compiled = new WeakMap<Topology, CompiledTopology>()

/** Compiles `topology`; memoized. Rejects a topology that violates a sanity condition. */
export function compile(topology: Topology): CompiledTopology {
  let result = compiled.get(topology)
  if (result === undefined) {
    assertTopology(topology)
    assertSound(topology)
    compiled.set(topology, (result = build(topology)))
  }
  return result
}

function build(topology: Topology): CompiledTopology {
  const nodes = [...topology.nodes.values()]
  const nodeNumbers = new Map(nodes.map(({ name }, index) => [name, index]))
  const requirements = numberRequirements(topology, nodeNumbers)
  const byNode = nodes.map(() => new Map<string, number>())
  const dependents: number[][] = nodes.map(() => [])
  requirements.forEach(({ node, name, providers }, number) => {
    byNode[node]!.set(name, number)
    for (let at = 0; at < providers.length; at += 2) dependents[providers[at]!]!.push(number)
  })
  const containers = Int32Array.from(nodes, ({ container }) =>
    container === undefined ? -1 : nodeNumbers.get(container)!,
  )
  const contained: number[][] = nodes.map(() => [])
  containers.forEach((container, node) => container >= 0 && contained[container]!.push(node))
  return {
    topology,
    automata: nodes.map((node, index) => new NodeAutomaton(node, byNode[index]!)),
    nodeNumbers,
    requirements,
    containers,
    contained,
    dependents,
    hardRecovery: topology.hardRecovery,
    active: Int32Array.from(nodes.keys()),
    positions: Int32Array.from(nodes.keys()),
  }
}

function numberRequirements(topology: Topology, nodeNumbers: ReadonlyMap<string, number>): CompiledRequirement[] {
  const capabilities = new Map(
    [...topology.nodes.values()].map(({ name, type }) => [
      name,
      new Map(type.capabilities.map((capability, index) => [capability, index])),
    ]),
  )
  return topology.bindings.map(({ node, requirement, to }) => ({
    node: nodeNumbers.get(node)!,
    name: requirement,
    providers: Int32Array.from(
      to.flatMap((target) => [nodeNumbers.get(target.node)!, capabilities.get(target.node)!.get(target.capability)!]),
    ),
  }))
}
