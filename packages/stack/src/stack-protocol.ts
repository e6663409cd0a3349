/** The management protocol of a stack: derived from the components' needs, or given with a mapping of phases and operations. */
import { isKubewrightError } from '@kubewright/core'
import { formatTopology, type GlobalState, type Goal, protocolOf, type Topology } from '@kubewright/protocol'
import { stackErrors } from './errors.ts'
import type { Phase } from './phase.ts'

/** The effect of a protocol operation on a component. */
export type Effect = 'start' | 'stop'

/** Maps a component's phases to the states of its protocol, and the protocol's operations to their effects. */
export interface ProtocolMapping {
  readonly states: { readonly [Seen in Exclude<Phase, 'starting'>]: string }
  readonly operations: Readonly<Record<string, Effect>>
}

/** A protocol for the components of a stack. */
export interface StackProtocol {
  readonly topology: Topology
  /** For each component; a function if components differ. */
  readonly mapping: ProtocolMapping | ((component: string) => ProtocolMapping)
  /** @default every component in the state that stands for running */
  readonly goal?: Goal | undefined
}

/** The mapping of protocols derived from needs. */
export const derivedMapping: ProtocolMapping = {
  states: { absent: 'unavailable', running: 'running', crashed: 'crashed' },
  operations: { run: 'start', delete: 'stop' },
}

/**
 * Derives the protocol from the components' needs.
 *
 * @example
 * ```ts
 * nextActions(protocolFromNeeds({ db: [], api: ['db'] }), { db: 'absent', api: 'absent' }).plan // => ['db.run', 'api.run']
 * ```
 *
 * Failure: `KW_STACK_NEEDS` for a need that is not a component, or a cycle.
 */
export function protocolFromNeeds(needs: Readonly<Record<string, readonly string[]>>): StackProtocol {
  for (const [name, of] of Object.entries(needs)) {
    const missing = of.find((need) => !Object.hasOwn(needs, need))
    if (missing !== undefined) throw needsError(`"${name}" needs "${missing}", which is not a component of the stack`)
  }
  const circle = circleIn(needs)
  if (circle !== undefined) throw needsError(`${circle.join(' needs ')}, so none of them can start`)
  return { topology: protocolOf(needs) as unknown as Topology, mapping: derivedMapping }
}

function needsError(why: string) {
  return stackErrors('KW_STACK_NEEDS', {
    what: 'order the components of a stack',
    why,
    next: 'Declare the missing component or remove it from `needs`; in a cycle, remove one of the needs.',
  })
}

/** A cycle; the first and last component are the same. */
function circleIn(needs: Readonly<Record<string, readonly string[]>>): readonly string[] | undefined {
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return undefined
    for (const need of needs[name] ?? []) {
      const circle = visit(need, [...path, name])
      if (circle !== undefined) return circle
    }
    done.add(name)
    return undefined
  }
  for (const name of Object.keys(needs)) {
    const circle = visit(name, [])
    if (circle !== undefined) return circle
  }
  return undefined
}

export function mappingOf({ mapping }: StackProtocol, component: string): ProtocolMapping {
  return typeof mapping === 'function' ? mapping(component) : mapping
}

/** The protocol state for the given phases. A starting component is still in the state that it left. */
export function toState(protocol: StackProtocol, phases: Readonly<Record<string, Phase>>): GlobalState {
  const missing = [...protocol.topology.nodes.keys()].filter((node) => !Object.hasOwn(phases, node))
  const unknown = Object.keys(phases).filter((name) => !protocol.topology.nodes.has(name))
  if (missing.length > 0 || unknown.length > 0)
    throw stackErrors('KW_STACK_PROTOCOL', {
      what: 'follow the protocol of a stack',
      why:
        missing.length > 0
          ? `its nodes ${missing.join(', ')} are no components`
          : `it has no nodes for the components ${unknown.join(', ')}`,
      next: 'Give the topology one node for each component.',
    })
  const entries = Object.entries(phases).map(
    ([name, phase]) => [name, mappingOf(protocol, name).states[phase === 'starting' ? 'absent' : phase]] as const,
  )
  return protocol.topology.state(Object.fromEntries(entries))
}

export function goalOf(protocol: StackProtocol): Goal {
  if (protocol.goal !== undefined) return protocol.goal
  const nodes = [...protocol.topology.nodes.keys()]
  return Object.fromEntries(nodes.map((node) => [node, mappingOf(protocol, node).states.running]))
}

/** Longer protocols do not belong in a status: every status change writes it whole. */
const longestProtocol = 32_768

/**
 * A protocol as shown in the status: the topology in the format of `parseTopology`, the protocol state of each phase per component, and
 * the goal. `undefined` if it is too long or cannot be serialized because two of its node types share a name.
 */
export function formatProtocol(protocol: StackProtocol): string | undefined {
  const { topology } = protocol
  const nodes = [...topology.nodes.keys()]
  const states = Object.fromEntries(nodes.map((node) => [node, mappingOf(protocol, node).states]))
  try {
    const text = JSON.stringify({ topology: formatTopology(topology), states, goal: goalOf(protocol) })
    return text.length > longestProtocol ? undefined : text
  } catch (error) {
    if (isKubewrightError(error, 'KW_PROTOCOL_DEFINITION')) return undefined
    throw error
  }
}
