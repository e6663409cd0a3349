/**
 * A slow reference implementation of the semantics: every instance of a replicated node has a state of its own, states are sets of strings,
 * and everything is enumerated. Fast algorithms are compared with it.
 */
import type { GlobalState } from '../global-state.ts'
import type { NodeType } from '../node-type.ts'
import type { Topology, TopologyNode } from '../topology.ts'

/** The states of the instances of each node, sorted, because instances are interchangeable. */
export type World = ReadonlyMap<string, readonly string[]>

export interface ReferenceStep {
  /** The text of `formatStep`, with the source state. */
  readonly line: string
  readonly kind: 'operation' | 'fault' | 'recovery'
  readonly controllable: boolean
  readonly cost: number
  readonly next: World
}

export function keyOf(world: World): string {
  return JSON.stringify([...world])
}

export function toWorld(topology: Topology, state: GlobalState): World {
  return new Map(
    [...topology.nodes.keys()].map((name) => {
      const value = state[name]!
      if (typeof value === 'string') return [name, [value]]
      return [
        name,
        Object.entries(value)
          .flatMap(([local, count]) => Array<string>(count ?? 0).fill(local))
          .toSorted(compare),
      ]
    }),
  )
}

/** A global state whose instances are those of `world`. */
export function toState(topology: Topology, world: World): GlobalState {
  return Object.fromEntries(
    [...world].map(([name, instances]) => {
      if (topology.nodes.get(name)!.replicas === undefined) return [name, instances[0]!]
      const counts: Record<string, number> = {}
      for (const state of instances) counts[state] = (counts[state] ?? 0) + 1
      return [name, counts]
    }),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

const needsOf = (type: NodeType, state: string) => type.states.get(state)!.needs
const contains = (all: readonly string[], some: readonly string[]) => some.every((one) => all.includes(one))

function offers(topology: Topology, world: World, node: string, capability: string): boolean {
  const { type, quorum } = topology.nodes.get(node)!
  return world.get(node)!.filter((state) => type.states.get(state)!.offers.includes(capability)).length >= quorum
}

export function isSatisfied(topology: Topology, world: World, node: string, requirement: string): boolean {
  const { to } = topology.bindings.find((binding) => binding.node === node && binding.requirement === requirement)!
  return to.some((target) => offers(topology, world, target.node, target.capability))
}

export function faultsOf(topology: Topology, world: World): readonly string[] {
  const faults = new Set<string>()
  for (const { name, type } of topology.nodes.values())
    for (const state of world.get(name)!)
      for (const requirement of needsOf(type, state))
        if (!isSatisfied(topology, world, name, requirement)) faults.add(`${name}.${requirement}`)
  return [...faults]
}

const isAlive = ({ type }: TopologyNode, world: World, name: string) =>
  world.get(name)!.some((state) => state !== type.initial)

function isOrphan(topology: Topology, world: World, node: TopologyNode): boolean {
  if (node.container === undefined || !isAlive(node, world, node.name)) return false
  return !isAlive(topology.nodes.get(node.container)!, world, node.container)
}

export function isSettled(topology: Topology, world: World): boolean {
  if (faultsOf(topology, world).length > 0) return false
  return !topology.hardRecovery || ![...topology.nodes.values()].some((node) => isOrphan(topology, world, node))
}

/** The handler of a fault, directly from the definition: closure, top, edges, and the target that keeps the most. */
export function handlerOf(type: NodeType, state: string, requirement: string): string | undefined {
  const states = [...type.states.keys()]
  const reachable = (from: string): string[] => {
    const found: string[] = []
    const visit = (at: string) => {
      for (const { from: source, to } of type.faults)
        if (source === at && !found.includes(to)) {
          found.push(to)
          visit(to)
        }
    }
    visit(from)
    return found
  }
  let top = state
  for (const above of states)
    if (reachable(above).includes(state) && contains(needsOf(type, above), needsOf(type, top))) top = above
  const edges = reachable(top).filter((target) => contains(needsOf(type, state), needsOf(type, target)))
  let best: string | undefined
  for (const target of edges) {
    if (needsOf(type, target).includes(requirement)) continue
    if (best === undefined || needsOf(type, target).length > needsOf(type, best).length) best = target
  }
  return best
}

export function successors(topology: Topology, world: World): readonly ReferenceStep[] {
  const steps = new Map<string, ReferenceStep>()
  const settled = isSettled(topology, world)
  for (const node of topology.nodes.values())
    for (const from of new Set(world.get(node.name)))
      for (const step of stepsFrom(topology, world, node, from))
        if (settled || step.kind !== 'operation') steps.set(step.line, step)
  return [...steps.values()]
}

function stepsFrom(topology: Topology, world: World, node: TopologyNode, from: string): ReferenceStep[] {
  const { name, type } = node
  const move = (to: string) => {
    const instances = [...world.get(name)!]
    instances[instances.indexOf(from)] = to
    return new Map([...world, [name, instances.toSorted(compare)]])
  }
  const steps: ReferenceStep[] = []
  for (const [operation, transitions] of type.operations)
    for (const { from: source, to, needs, controllable, cost } of transitions)
      if (source === from && needs.every((requirement) => isSatisfied(topology, world, name, requirement)))
        steps.push({
          line: `${name}.${operation} from ${from}`,
          kind: 'operation',
          controllable,
          cost,
          next: move(to),
        })
  const fallback = { controllable: true, cost: 1 }
  for (const requirement of needsOf(type, from)) {
    const target = handlerOf(type, from, requirement)
    if (target !== undefined && !isSatisfied(topology, world, name, requirement))
      steps.push({ line: `handle ${name}.${requirement} from ${from}`, kind: 'fault', ...fallback, next: move(target) })
  }
  if (topology.hardRecovery && isOrphan(topology, world, node) && from !== type.initial)
    steps.push({ line: `recover ${name} from ${from}`, kind: 'recovery', ...fallback, next: move(type.initial) })
  return steps
}

export interface Graph {
  readonly worlds: ReadonlyMap<string, World>
  readonly steps: ReadonlyMap<string, readonly (ReferenceStep & { readonly to: string })[]>
}

/** Every state reachable by any step, and every step. `undefined` if there are more than `most` states. */
export function enumerate(topology: Topology, start: World, most: number): Graph | undefined {
  const worlds = new Map([[keyOf(start), start]])
  const steps = new Map<string, (ReferenceStep & { to: string })[]>()
  for (const [key, world] of worlds) {
    const next = successors(topology, world).map((step) => ({ ...step, to: keyOf(step.next) }))
    steps.set(key, next)
    for (const step of next) worlds.set(step.to, step.next)
    if (worlds.size > most) return undefined
  }
  return { worlds, steps }
}

/**
 * The minimal cost from every state to the nearest goal by controllable steps, by relaxing every edge to a fixed point.
 */
export function costsTo(graph: Graph, isGoal: (world: World) => boolean): ReadonlyMap<string, number> {
  const costs = new Map([...graph.worlds].map(([key, world]) => [key, isGoal(world) ? 0 : Infinity]))
  for (let changed = true; changed; ) {
    changed = false
    for (const [key, steps] of graph.steps)
      for (const { to, cost, controllable } of steps) {
        if (!controllable || costs.get(to)! + cost >= costs.get(key)!) continue
        costs.set(key, costs.get(to)! + cost)
        changed = true
      }
  }
  return costs
}

/** The states from which a policy reaches the goal if uncontrollable steps do not occur forever. */
export function strongStates(graph: Graph, isGoal: (world: World) => boolean): ReadonlySet<string> {
  const goals = new Set([...graph.worlds].filter(([, world]) => isGoal(world)).map(([key]) => key))
  const alive = new Set(graph.worlds.keys())
  for (let size = -1; size !== alive.size; ) {
    size = alive.size
    const reaching = new Set(goals)
    for (let before = -1; before !== reaching.size; ) {
      before = reaching.size
      for (const key of alive)
        if (graph.steps.get(key)!.some(({ to, controllable }) => controllable && reaching.has(to))) reaching.add(key)
    }
    for (const key of alive) {
      const isSafe =
        goals.has(key) ||
        graph.steps
          .get(key)!
          .every(({ kind, controllable, to }) => (kind === 'operation' && controllable) || alive.has(to))
      if (!reaching.has(key) || !isSafe) alive.delete(key)
    }
  }
  return alive
}

/**
 * The minimal worst-case cost for a number of uncontrollable steps, by iterating its definition to a fixed point.
 */
export function worstCosts(
  graph: Graph,
  isGoal: (world: World) => boolean,
  faults: number,
): ReadonlyMap<string, number> {
  const below = faults === 0 ? undefined : worstCosts(graph, isGoal, faults - 1)
  const costs = new Map([...graph.worlds].map(([key, world]) => [key, isGoal(world) ? 0 : Infinity]))
  const valueOf = (key: string) => {
    const steps = graph.steps.get(key)!
    const values = (kinds: readonly string[]) =>
      steps
        .filter(({ kind, controllable }) => controllable && kinds.includes(kind))
        .map(({ to, cost }) => costs.get(to)! + cost)
    const handled = values(['fault', 'recovery'])
    const own = handled.length > 0 ? Math.max(...handled) : Math.min(Infinity, ...values(['operation']))
    const struck = steps.filter(({ controllable }) => !controllable).map(({ to }) => below?.get(to) ?? 0)
    return Math.max(own, ...struck)
  }
  for (let changed = true; changed; ) {
    changed = false
    for (const [key, cost] of costs) {
      const next = Math.min(cost, valueOf(key))
      if (next === cost) continue
      costs.set(key, next)
      changed = true
    }
  }
  return costs
}
