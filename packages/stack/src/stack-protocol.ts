/**
 * The management protocol of a stack: derived from what components need, or given with how phases and operations map to it.
 */
import { isKubewrightError } from '@kubewright/core'
import { formatTopology, type GlobalState, type Goal, protocolOf, type Topology } from '@kubewright/protocol'
import { stackErrors } from './errors.ts'
import type { Phase } from './phase.ts'

/** What an operation of the protocol does to a component. */
export type Effect = 'start' | 'stop'

/** How the states of a component's protocol show: which state each phase is, and what operations do. */
export interface ProtocolMapping {
  readonly states: { readonly [Seen in Exclude<Phase, 'starting'>]: string }
  readonly operations: Readonly<Record<string, Effect>>
}

/** A protocol that fits the components of a stack. */
export interface StackProtocol {
  readonly topology: Topology
  /** For each component; a function where components differ. */
  readonly mapping: ProtocolMapping | ((component: string) => ProtocolMapping)
  /** @default every component in the state that stands for running */
  readonly goal?: Goal | undefined
}

/** The mapping of protocols that are derived from needs. */
export const derivedMapping: ProtocolMapping = {
  states: { absent: 'unavailable', running: 'running', crashed: 'crashed' },
  operations: { run: 'start', delete: 'stop' },
}

/**
 * The protocol that follows from what components need.
 *
 * @example
 * ```ts
 * nextActions(protocolFromNeeds({ db: [], api: ['db'] }), { db: 'absent', api: 'absent' }).plan // => ['db.run', 'api.run']
 * ```
 *
 * Failure: `KW_STACK_NEEDS` for a need that is no component, or a circle.
 */
export function protocolFromNeeds(needs: Readonly<Record<string, readonly string[]>>): StackProtocol {
  for (const [name, of] of Object.entries(needs)) {
    const missing = of.find((need) => !Object.hasOwn(needs, need))
    if (missing !== undefined) throw needsError(`"${name}" needs "${missing}", which is no component of it`)
  }
  const circle = circleIn(needs)
  if (circle !== undefined) throw needsError(`${circle.join(' needs ')}, so none of them can start`)
  return { topology: protocolOf(needs) as unknown as Topology, mapping: derivedMapping }
}

function needsError(why: string) {
  return stackErrors('KW_STACK_NEEDS', { what: 'order the components of a stack', why, next: 'Correct `needs`.' })
}

/** A way round, first and last component the same. */
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

/** The state of the protocol that phases stand for. What is starting is still in the state that it left. */
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

/** Longer protocols do not belong into a status: every change of the status is written as a whole. */
const longestProtocol = 32_768

/**
 * A protocol as the status shows it: the topology as `parseTopology` reads it, the state that each phase of a component stands for, and
 * the goal. `undefined` for one that is too long, or that plain data cannot hold: two of its node types share a name.
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
