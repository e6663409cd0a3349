/**
 * A node type: the states of a component, its needs and offers in each, the operations between them, and the fallback state when a
 * requirement is lost.
 *
 * `defineNodeType` rejects what the compiler cannot check (names with control characters, negative costs). `checkTopology` checks the
 * sanity
 * conditions of fault handlers.
 */
import type { Transition } from './transition.ts'
import { normalTransitions } from './transition.ts'
import { definitionError } from './definition-error.ts'
import { assertList, assertRecord } from './definition-shape.ts'
import { assertName, listed, shown } from './name.ts'

/** The needs and offers of a component in one state. */
export interface StateDefinition<Requirement extends string = string, Capability extends string = string> {
  /** Requirements that must stay satisfied while the node is in this state. */
  readonly needs?: readonly Requirement[]
  /** Capabilities that the node offers in this state. */
  readonly offers?: readonly Capability[]
}

/** The ends of an operation, and its requirements. */
export interface TransitionDefinition<State extends string = string, Requirement extends string = string> {
  readonly from: State | readonly State[]
  readonly to: State
  /** Requirements that must be satisfied to start. Two transitions with the same ends are alternatives. */
  readonly needs?: readonly Requirement[]
  /**
   * Whether the operator can perform it. A crash is not controllable: it is never planned and always considered.
   * @default true
   */
  readonly controllable?: boolean
  /**
   * The cost in a plan, a non-negative integer. Handling a fault and a hard recovery cost 1.
   * @default 1
   */
  readonly cost?: number
}

/** The definition of a node type. */
export interface NodeTypeDefinition<
  State extends string,
  Operation extends string,
  Requirement extends string,
  Capability extends string,
> {
  readonly name: string
  readonly requirements?: readonly Requirement[]
  readonly capabilities?: readonly Capability[]
  /** The state of a node that does not exist yet. A node in any other state is alive. */
  readonly initial: NoInfer<State>
  readonly states: { readonly [Name in State]: StateDefinition<NoInfer<Requirement>, NoInfer<Capability>> }
  readonly operations?: {
    readonly [Name in Operation]:
      | TransitionDefinition<NoInfer<State>, NoInfer<Requirement>>
      | readonly TransitionDefinition<NoInfer<State>, NoInfer<Requirement>>[]
  }
  /** Fault handlers: the fallback state, or states, of each state. */
  readonly faults?: { readonly [Name in NoInfer<State>]?: NoInfer<State> | readonly NoInfer<State>[] }
}

/** A node type in normal form. Its type parameters are its names. */
export interface NodeType<
  State extends string = string,
  Operation extends string = string,
  Requirement extends string = string,
  Capability extends string = string,
> {
  readonly name: string
  readonly requirements: readonly Requirement[]
  readonly capabilities: readonly Capability[]
  readonly initial: State
  readonly states: ReadonlyMap<State, Required<StateDefinition<Requirement, Capability>>>
  readonly operations: ReadonlyMap<Operation, readonly Transition<State, Requirement>[]>
  readonly faults: readonly { readonly from: State; readonly to: State }[]
}

/**
 * Declares a type of node.
 *
 * @example
 * ```ts
 * const Volume = defineNodeType({
 *   name: 'Volume',
 *   capabilities: ['storage'],
 *   initial: 'unavailable',
 *   states: { unavailable: {}, available: { offers: ['storage'] } },
 *   operations: {
 *     create: { from: 'unavailable', to: 'available' },
 *     delete: { from: 'available', to: 'unavailable' },
 *   },
 * })
 * Array.from(Volume.states.keys()) // => ['unavailable', 'available']
 * ```
 */
export function defineNodeType<
  const State extends string,
  const Operation extends string = never,
  const Requirement extends string = never,
  const Capability extends string = never,
>(
  definition: NodeTypeDefinition<State, Operation, Requirement, Capability>,
): NodeType<State, Operation, Requirement, Capability> {
  return normalNodeType(definition) as NodeType<State, Operation, Requirement, Capability>
}

type AnyDefinition = NodeTypeDefinition<string, string, string, string>

function normalNodeType(definition: AnyDefinition): NodeType {
  assertRecord(definition, 'a node type', 'the definition')
  assertName(definition.name, 'node type')
  const { name } = definition
  assertRecord(definition.states, name, '`states`')
  const requirements = uniqueNames(definition.requirements ?? [], name, 'requirement')
  const capabilities = uniqueNames(definition.capabilities ?? [], name, 'capability')
  const states = new Map<string, Required<StateDefinition>>()
  for (const [state, parts] of Object.entries(definition.states)) {
    assertName(state, `state of ${name}`)
    const place = `${name}, state ${shown(state)}`
    assertRecord(parts, place, 'the definition')
    states.set(state, {
      needs: known(parts.needs ?? [], requirements, place, 'requirement'),
      offers: known(parts.offers ?? [], capabilities, place, 'capability'),
    })
  }
  known([definition.initial], states, `${name}, initial`, 'state')
  const operations = new Map<string, readonly Transition[]>()
  assertRecord(definition.operations ?? {}, name, '`operations`')
  for (const [operation, transitions] of Object.entries(definition.operations ?? {})) {
    assertName(operation, `operation of ${name}`)
    const place = `${name}, operation ${shown(operation)}`
    const normal = normalTransitions(transitions, place)
    for (const { from, to, needs } of normal) {
      known([from, to], states, place, 'state')
      known(needs, requirements, place, 'requirement')
    }
    operations.set(operation, normal)
  }
  return Object.freeze({
    name,
    requirements: [...requirements],
    capabilities: [...capabilities],
    initial: definition.initial,
    states,
    operations,
    faults: normalFaults(definition, states),
  })
}

function normalFaults(definition: AnyDefinition, states: Names): NodeType['faults'] {
  assertRecord(definition.faults ?? {}, definition.name, '`faults`')
  return Object.entries(definition.faults ?? {}).flatMap(([from, to]) => {
    const targets = typeof to === 'string' ? [to] : (to ?? [])
    assertList(targets, `${definition.name}, faults`, `the handler of ${shown(from)}`)
    known([from, ...targets], states, `${definition.name}, faults`, 'state')
    return [...new Set(targets)].map((target) => ({ from, to: target }))
  })
}

function uniqueNames(names: readonly string[], type: string, kind: string): ReadonlySet<string> {
  assertList(names, `the node type ${shown(type)}`, `the list of ${kind} names`)
  const unique = new Set<string>()
  for (const name of names) {
    assertName(name, `${kind} of ${type}`)
    if (unique.has(name))
      throw definitionError(`define the node type ${shown(type)}`, `the ${kind} ${shown(name)} is listed twice`)
    unique.add(name)
  }
  return unique
}

interface Names {
  has(name: string): boolean
  keys(): Iterable<string>
}

/** `names` without duplicates; all must be in `all`. */
function known(names: readonly string[], all: Names, place: string, kind: string): readonly string[] {
  assertList(names, place, `the list of ${kind} names`)
  const missing = names.findIndex((name) => !all.has(name))
  if (missing < 0) return [...new Set(names)]
  throw definitionError(
    `define ${place}`,
    `there is no ${kind} ${shown(names[missing])}`,
    `Known: ${listed(all.keys())}.`,
  )
}
