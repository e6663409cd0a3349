/** Random sound topologies: with replicas, alternatives, containers, hard recovery, costs and crashes. */
import { type Random, randomInt, seededRandom } from '@kubewright/core/random'
import type { GlobalState, Goal } from '../global-state.ts'
import { toRecord } from '../global-state.ts'
import { handlerProblems } from '../handler-problems.ts'
import { handlerDefect } from '../handler-table.ts'
import { defineNodeType, type NodeType } from '../node-type.ts'
import type { NodeEntry, Topology } from '../topology.ts'
import { createTopology } from '../topology-instance.ts'

export interface RandomTopologyOptions {
  readonly nodes?: number
  readonly replicas?: boolean
  readonly costs?: boolean
  /** The percentage of uncontrollable operations. */
  readonly uncontrollable?: number
  /** Whether initial states may have needs and offers. */
  readonly busyInitial?: boolean
}

class Dice {
  readonly random: Random

  constructor(seed: number) {
    this.random = seededRandom(seed)
  }

  below(count: number): number {
    return randomInt(this.random, count)
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!
  }

  some<Value>(values: readonly Value[], percent = 50): Value[] {
    return values.filter(() => this.chance(percent))
  }
}

export function randomTopology(seed: number, options: RandomTopologyOptions = {}): Topology {
  const dice = new Dice(seed)
  const count = 2 + dice.below((options.nodes ?? 4) - 1)
  const types = Array.from({ length: count }, (_, index) => randomType(dice, `T${index}`, options))
  const names = types.map((_, index) => `n${index}`)
  const offering = types.flatMap((type, index) => type.capabilities.map((capability) => `n${index}.${capability}`))
  const nodes = toRecord(
    types.map((type, index): [string, NodeEntry] => {
      if (options.replicas !== true || !dice.chance(35)) return [names[index]!, type]
      const replicas = 1 + dice.below(3)
      return [names[index]!, { type, replicas, quorum: 1 + dice.below(replicas) }]
    }),
  )
  const bindings = toRecord(
    types.flatMap((type, index) =>
      type.requirements.map((requirement): [string, string[]] => {
        const targets = dice.some(offering, 25)
        return [`${names[index]!}.${requirement}`, targets.length > 0 ? targets : [dice.pick(offering)]]
      }),
    ),
  )
  const containers = toRecord(
    names.flatMap((name, index): [string, string][] =>
      index > 0 && dice.chance(40) ? [[name, names[dice.below(index)]!]] : [],
    ),
  )
  return createTopology({ nodes, bindings, containers, hardRecovery: dice.chance(50) })
}

const capabilities = ['c0', 'c1']
const requirements = ['r0', 'r1']

function randomType(
  dice: Dice,
  name: string,
  { costs = false, uncontrollable = 20, busyInitial = false }: RandomTopologyOptions,
): NodeType {
  const states = Array.from({ length: 2 + dice.below(3) }, (_, index) => `s${index}`)
  const own = dice.some(requirements, 70)
  const definition = {
    name,
    requirements: own,
    capabilities,
    initial: 's0',
    states: toRecord(
      states.map((state, index) => [
        state,
        {
          needs: index === 0 && !busyInitial ? [] : dice.some(own),
          offers: index === 0 && !busyInitial ? [] : dice.some(capabilities),
        },
      ]),
    ),
    operations: toRecord(
      Array.from({ length: 4 + dice.below(6) }, (_, index) => {
        const from = dice.pick(states)
        const to = dice.pick(states)
        const alternatives = 1 + Number(dice.chance(20))
        const rest = { from, to, controllable: !dice.chance(uncontrollable), cost: costs ? dice.below(4) : 1 }
        return [
          `o${index}`,
          Array.from({ length: alternatives }, () => ({ ...rest, needs: dice.some(own, 30) })),
        ] as const
      }),
    ),
  }
  const plain = defineNodeType(definition)
  const wellFormed = states.flatMap((from) =>
    states.filter((to) => handlerDefect(plain, from, to) === undefined).map((to) => ({ from, to })),
  )
  for (let attempt = 0; attempt < 4; attempt++) {
    const chosen = dice.some(wellFormed, 80)
    const faults = toRecord(
      states.map((state) => [state, chosen.filter(({ from }) => from === state).map(({ to }) => to)] as const),
    )
    const type = defineNodeType({ ...definition, faults })
    if (handlerProblems(type).length === 0) return type
  }
  return plain
}

/** A goal for some nodes of `topology`: a state, several, or a number of instances. */
export function randomGoal(topology: Topology, seed: number): Goal {
  const dice = new Dice(seed)
  return toRecord(
    dice.some([...topology.nodes.values()], 60).map(({ name, type, replicas }): [string, Goal[string]] => {
      const state = dice.pick([...type.states.keys()])
      if (replicas !== undefined) return [name, toRecord([[state, dice.below(replicas + 1)]])]
      return [name, dice.chance(70) ? state : [state, dice.pick([...type.states.keys()])]]
    }),
  )
}

/** Any global state of `topology`, reachable or not. */
export function randomState(topology: Topology, seed: number): GlobalState {
  const dice = new Dice(seed)
  return toRecord(
    [...topology.nodes.values()].map(({ name, type, replicas }): [string, GlobalState[string]] => {
      const states = [...type.states.keys()]
      if (replicas === undefined) return [name, dice.pick(states)]
      const counts = new Map<string, number>()
      for (let instance = 0; instance < replicas; instance++) {
        const state = dice.pick(states)
        counts.set(state, (counts.get(state) ?? 0) + 1)
      }
      return [name, toRecord(counts)]
    }),
  )
}
