/** Resolves bindings written as `'db.storage': 'disk.storage'`, and rejects unknown, ambiguous and missing ones. */
import { definitionError } from './definition-error.ts'
import { assertList } from './definition-shape.ts'
import { listed, shown, splitPath } from './name.ts'
import type { Binding, CapabilityRef, TopologyNode } from './topology.ts'

type Nodes = ReadonlyMap<string, TopologyNode>
type PathsOf = (nodes: Nodes) => Iterable<string>

export function resolveBindings(
  given: Readonly<Record<string, string | readonly string[]>>,
  nodes: Nodes,
): readonly Binding[] {
  const names = new Map([...nodes].map(([name, { type }]) => [name, partsOf(type)] as const))
  const bound = new Map<string, Map<string, readonly CapabilityRef[]>>()
  for (const [path, targets] of Object.entries(given)) {
    const { node, part } = resolve(
      path,
      'requirement',
      nodes,
      (name, part) => names.get(name)?.requirements.has(part) ?? false,
    )
    const targetList = typeof targets === 'string' ? [targets] : targets
    assertList(targetList, 'bindings', shown(path))
    const to = targetList.map((target) => {
      const found = resolve(
        target,
        'capability',
        nodes,
        (name, part) => names.get(name)?.capabilities.has(part) ?? false,
      )
      return { node: found.node, capability: found.part }
    })
    const ofNode = bound.get(node) ?? new Map<string, readonly CapabilityRef[]>()
    bound.set(node, ofNode.set(part, uniqueTargets(to)))
  }
  return inOrder(nodes, bound)
}

/** Every requirement of every node, in the order of the topology. */
function inOrder(nodes: Nodes, bound: ReadonlyMap<string, ReadonlyMap<string, readonly CapabilityRef[]>>): Binding[] {
  return [...nodes.values()].flatMap(({ name: node, type }) =>
    type.requirements.map((requirement) => {
      const to = bound.get(node)?.get(requirement)
      if (to !== undefined && to.length > 0) return { node, requirement, to }
      throw definitionError(
        `define the topology`,
        `the requirement ${shown(requirement)} of the node ${shown(node)} is bound to no capability`,
        `Add a binding: { ${shown(`${node}.${requirement}`)}: 'node.capability' }.`,
      )
    }),
  )
}

function resolve(
  path: string,
  kind: 'requirement' | 'capability',
  nodes: Nodes,
  isPart: (node: string, part: string) => boolean,
): { readonly node: string; readonly part: string } {
  const found = splitPath(path, isPart)
  if (found.length === 1) return found[0]!
  if (found.length > 1)
    throw definitionError(
      'define bindings',
      `${shown(path)} names more than one ${kind}`,
      'Rename a node: a name with a dot makes the path ambiguous.',
    )
  throw definitionError(
    'define bindings',
    `${shown(path)} names no ${kind}`,
    `Known: ${listed((kind === 'requirement' ? requirementPaths : capabilityPaths)(nodes))}.`,
  )
}

const requirementPaths: PathsOf = (nodes) =>
  [...nodes.values()].flatMap(({ name, type }) => type.requirements.map((part) => `${name}.${part}`))

const capabilityPaths: PathsOf = (nodes) =>
  [...nodes.values()].flatMap(({ name, type }) => type.capabilities.map((part) => `${name}.${part}`))

function partsOf(type: TopologyNode['type']) {
  return { requirements: new Set(type.requirements), capabilities: new Set(type.capabilities) }
}

function uniqueTargets(targets: readonly CapabilityRef[]): readonly CapabilityRef[] {
  return [...new Map(targets.map((target) => [JSON.stringify([target.node, target.capability]), target])).values()]
}
