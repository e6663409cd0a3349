/**
 * The independent parts of a topology: connected by no binding and, with hard recovery, by no container. Steps of one part cause no faults
 * in another.
 */
import type { CompiledTopology } from './compiled-topology.ts'

const known = new WeakMap<CompiledTopology, readonly CompiledTopology[]>()

/** For each part, the whole topology with only that part active. */
export function partsOf(compiled: CompiledTopology): readonly CompiledTopology[] {
  let parts = known.get(compiled)
  if (parts === undefined) known.set(compiled, (parts = split(compiled)))
  return parts
}

function split(compiled: CompiledTopology): readonly CompiledTopology[] {
  const groups = new Map<number, number[]>()
  const root = connect(compiled)
  for (const node of compiled.active) {
    const group = groups.get(root(node))
    if (group === undefined) groups.set(root(node), [node])
    else group.push(node)
  }
  if (groups.size === 1) return [compiled]
  const positions = new Int32Array(compiled.automata.length)
  for (const group of groups.values()) group.forEach((node, index) => (positions[node] = index))
  return [...groups.values()].map((group) => ({ ...compiled, active: Int32Array.from(group), positions }))
}

/** Union-find: maps each node to the representative of its part. */
function connect({ automata, requirements, containers, hardRecovery }: CompiledTopology): (node: number) => number {
  const above = Int32Array.from(automata.keys())
  const root = (node: number) => {
    let at = node
    for (; above[at] !== at; at = above[at]!) above[at] = above[above[at]!]!
    return at
  }
  for (const { node, providers } of requirements)
    for (let at = 0; at < providers.length; at += 2) above[root(providers[at]!)] = root(node)
  if (hardRecovery) containers.forEach((container, node) => container >= 0 && (above[root(container)] = root(node)))
  return root
}
