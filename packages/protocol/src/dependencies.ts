/**
 * Protocols from dependencies, and dependencies from protocols.
 *
 * Most operators know only which component needs which. That is enough for a protocol: a component is unavailable, running or crashed; it
 * can run while everything it needs is running, and crashes when a dependency is gone.
 */
import { assertList, assertRecord } from './definition-shape.ts'
import { toRecord } from './global-state.ts'
import { shown } from './name.ts'
import { defineNodeType, type NodeType } from './node-type.ts'
import type { Topology } from './topology.ts'
import { assertTopology, createTopology } from './topology-instance.ts'

/** The components that each component needs. */
export type Dependencies<Name extends string = string> = { readonly [Component in Name]: readonly NoInfer<Name>[] }

/** The states of components derived from dependencies. */
export type ComponentState = 'unavailable' | 'running' | 'crashed'
/** The operations of components derived from dependencies. */
export type ComponentOperation = 'run' | 'delete' | 'crash'

/**
 * Derives the protocol of an application from its dependencies.
 *
 * @example
 * ```ts
 * const shop = protocolOf({ db: [], api: ['db'] })
 * findPlan(shop, { to: { api: 'running' } }).lines // => ['db.run', 'api.run']
 * ```
 */
export function protocolOf<const Name extends string>(
  dependencies: Dependencies<Name>,
): Topology<{ readonly [Component in Name]: ComponentState }, `${Name}.${ComponentOperation}`> {
  assertRecord(dependencies, 'a protocol', 'the record of dependencies')
  const entries = Object.entries<readonly string[]>(dependencies)
  const nodes = toRecord(entries.map(([name, needs]) => [name, componentType(name, needs)]))
  const bindings = toRecord(entries.flatMap(([name, needs]) => needs.map((need) => [`${name}.${need}`, `${need}.up`])))
  return createTopology({ nodes, bindings, containers: {}, hardRecovery: false }) as never
}

/** A component that needs all of `needs` while it runs. */
function componentType(name: string, needs: readonly string[]): NodeType {
  assertList(needs, `the component ${shown(name)}`, 'what it needs')
  return defineNodeType({
    name,
    requirements: needs,
    capabilities: ['up'],
    initial: 'unavailable',
    states: { unavailable: {}, running: { needs, offers: ['up'] }, crashed: {} },
    operations: {
      run: { from: 'unavailable', to: 'running', needs },
      delete: { from: ['running', 'crashed'], to: 'unavailable' },
      crash: { from: 'running', to: 'crashed', controllable: false },
    },
    // A handler must give up a requirement, so a component without needs has none.
    ...(needs.length > 0 ? { faults: { running: 'crashed' } } : {}),
  })
}

/**
 * The nodes that each node of a topology relies on, in any of its states or operations.
 *
 * @example
 * ```ts
 * dependenciesOf(protocolOf({ db: [], api: ['db'] })) // => { db: [], api: ['db'] }
 * ```
 */
export function dependenciesOf(topology: Pick<Topology, 'nodes' | 'bindings'>): Dependencies {
  assertTopology(topology)
  const needed = new Map([...topology.nodes.keys()].map((node) => [node, new Set<string>()]))
  for (const { node, to } of topology.bindings) for (const target of to) needed.get(node)!.add(target.node)
  return toRecord([...needed].map(([node, others]) => [node, [...others]] as const))
}
