/**
 * One node as an automaton over integers.
 *
 * A configuration of a node is its state, or the number of its instances in each state. Configurations are numbered lazily, so a node with
 * a
 * thousand replicas costs only what is visited.
 */
import { protocolErrors } from '../errors.ts'
import { handlerTable } from '../handler-table.ts'
import { shown } from '../name.ts'
import type { TopologyNode } from '../topology.ts'

/** A transition out of a configuration. Requirements are numbers, global to the topology. */
export interface OperationMove {
  readonly operation: string
  readonly from: number
  readonly to: number
  /** The resulting configuration. */
  readonly next: number
  /** Each alternative: requirements that must be satisfied together. */
  readonly alternatives: readonly (readonly number[])[]
  readonly controllable: boolean
  readonly cost: number
}

export interface FallbackMove {
  /** The requirement whose fault is handled; -1 for a hard recovery. */
  readonly requirement: number
  readonly from: number
  readonly to: number
  readonly next: number
}

/** The properties of a node in one configuration. */
export interface Configuration {
  /** Instances in each state; a single 1 for a node that is not replicated. */
  readonly counts: Readonly<Int32Array>
  /** 1 for each capability that the node offers. */
  readonly offers: Readonly<Uint8Array>
  /** Requirements that any instance relies on. */
  readonly needs: readonly number[]
  readonly operations: readonly OperationMove[]
  readonly faults: readonly FallbackMove[]
  /** Steps back to the initial state, taken when the container is not alive. */
  readonly recoveries: readonly FallbackMove[]
  readonly isAlive: boolean
}

interface LocalTransition {
  readonly operation: string
  readonly to: number
  readonly alternatives: (readonly number[])[]
  readonly controllable: boolean
  readonly cost: number
}

const mostConfigurations = 2 ** 31

export class NodeAutomaton {
  readonly node: TopologyNode
  readonly states: readonly string[]
  readonly initialState: number
  /** Bits needed for a configuration number. */
  readonly bits: number

  /** Transitions, handlers and needs of each state. */
  readonly transitions: readonly (readonly LocalTransition[])[]
  readonly handlers: readonly ReadonlyMap<number, number>[]
  readonly needs: readonly (readonly number[])[]
  readonly offers: readonly Readonly<Uint8Array>[]

  readonly #instances: number
  readonly #counts: Int32Array[] = []
  readonly #configurations: (Configuration | undefined)[] = []
  readonly #numbers = new Map<string, number>()

  constructor(node: TopologyNode, requirementNumbers: ReadonlyMap<string, number>) {
    const { type } = node
    this.node = node
    this.states = [...type.states.keys()]
    const indexes = new Map(this.states.map((state, index) => [state, index]))
    const numberOf = (requirement: string) => requirementNumbers.get(requirement)!
    this.initialState = indexes.get(type.initial)!
    this.#instances = node.replicas ?? 1
    this.bits = bitsFor(configurationCount(this.#instances, this.states.length, node.name))
    this.transitions = transitionsByState(node, indexes, numberOf)
    const { targets } = handlerTable(type)
    this.handlers = this.states.map(
      (state) =>
        new Map([...targets.get(state)!].map(([requirement, to]) => [numberOf(requirement), indexes.get(to)!])),
    )
    this.needs = this.states.map((state) => type.states.get(state)!.needs.map(numberOf))
    const capabilities = new Map(type.capabilities.map((capability, index) => [capability, index]))
    this.offers = this.states.map((state) => {
      const offered = new Uint8Array(capabilities.size)
      for (const capability of type.states.get(state)!.offers) offered[capabilities.get(capability)!] = 1
      return offered
    })
    // A node that is not replicated has one configuration per state, in the same order.
    if (node.replicas === undefined)
      for (let state = 0; state < this.states.length; state++) this.numberOf(this.#single(state))
  }

  /** The number of the configuration with these counts. */
  numberOf(counts: Int32Array): number {
    const key = counts.join()
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#counts.length
      this.#numbers.set(key, number)
      this.#counts.push(counts)
    }
    return number
  }

  at(number: number): Configuration {
    return (this.#configurations[number] ??= this.#describe(this.#counts[number]!))
  }

  #single(state: number): Int32Array {
    const counts = new Int32Array(this.states.length)
    counts[state] = 1
    return counts
  }

  #describe(counts: Int32Array): Configuration {
    const states = [...counts.keys()].filter((state) => counts[state]! > 0)
    const move = (from: number, to: number) => this.numberOf(moved(counts, from, to))
    return {
      counts,
      offers: this.#offersOf(counts, states),
      needs: [...new Set(states.flatMap((state) => this.needs[state]!))],
      operations: states.flatMap((from) =>
        this.transitions[from]!.map((transition) => ({ ...transition, from, next: move(from, transition.to) })),
      ),
      faults: states.flatMap((from) =>
        [...this.handlers[from]!].map(([requirement, to]) => ({ requirement, from, to, next: move(from, to) })),
      ),
      recoveries: states
        .filter((state) => state !== this.initialState)
        .map((from) => ({ requirement: -1, from, to: this.initialState, next: move(from, this.initialState) })),
      isAlive: states.some((state) => state !== this.initialState),
    }
  }

  #offersOf(counts: Int32Array, states: readonly number[]): Uint8Array {
    const { quorum, type } = this.node
    return Uint8Array.from(type.capabilities, (_, capability) => {
      const offering = states.reduce(
        (sum, state) => sum + (this.offers[state]![capability] === 1 ? counts[state]! : 0),
        0,
      )
      return offering >= quorum ? 1 : 0
    })
  }
}

function moved(counts: Int32Array, from: number, to: number): Int32Array {
  const next = counts.slice()
  next[from]!--
  next[to]!++
  return next
}

/** Transitions with the same operation, ends, cost and controllability are alternatives. */
function transitionsByState(
  { type }: TopologyNode,
  indexes: ReadonlyMap<string, number>,
  numberOf: (requirement: string) => number,
): LocalTransition[][] {
  const all = new Map<string, LocalTransition>()
  const byState: LocalTransition[][] = [...type.states].map(() => [])
  for (const [operation, transitions] of type.operations)
    for (const { from, to, needs, controllable, cost } of transitions) {
      const key = JSON.stringify([operation, from, to, controllable, cost])
      const alternative = needs.map(numberOf)
      const known = all.get(key)
      if (known !== undefined) known.alternatives.push(alternative)
      else {
        const transition = { operation, to: indexes.get(to)!, alternatives: [alternative], controllable, cost }
        all.set(key, transition)
        byState[indexes.get(from)!]!.push(transition)
      }
    }
  return byState
}

/** The number of ways to distribute `instances` over `states`: C(instances + states - 1, states - 1). */
function configurationCount(instances: number, states: number, node: string): number {
  let count = 1
  for (let index = 1; index < states; index++) {
    count = (count * (instances + index)) / index
    if (count < mostConfigurations) continue
    throw protocolErrors('KW_PROTOCOL_TOO_LARGE', {
      what: `search the states of the node ${shown(node)}`,
      why: `${instances} replicas in ${states} states have more than ${mostConfigurations} configurations`,
      next: 'Model fewer replicas.',
    })
  }
  return Math.round(count)
}

function bitsFor(count: number): number {
  return count <= 1 ? 0 : 32 - Math.clz32(count - 1)
}
