/**
 * Barrel's algorithm, written anew from its description: a global state is an object with maps of strings, its faults are computed
 * when it is made, every reachable state is visited depth first, and the plans between all pairs come from Floyd and
 * Warshall's algorithm over two dense matrices, at a cost of 1 for every step, crashes included.
 */

/** One node: its state, and the operations in each of its states. */
function toNode({ name, type }, handlersOf) {
  const own = (part) => `${name}.${part}`
  const states = {}
  for (const [state, { needs, offers }] of type.states) {
    const operations = {}
    for (const [operation, transitions] of type.operations)
      for (const transition of transitions) {
        if (transition.from !== state) continue
        operations[operation] ??= { to: transition.to, alternatives: [] }
        operations[operation].alternatives.push(toSet(transition.needs.map(own)))
      }
    const handlers = {}
    for (const [requirement, target] of Object.entries(handlersOf(type, state))) handlers[own(requirement)] = target
    states[state] = {
      needs: toSet(needs.map(own)),
      offers: toSet(offers.map(own)),
      operations,
      handlers,
      isAlive: state !== type.initial,
    }
  }
  return {
    initial: type.initial,
    requirements: type.requirements.map(own),
    operations: [...type.operations.keys()],
    states,
  }
}

const toSet = (names) => Object.fromEntries(names.map((name) => [name, true]))
const union = (one, other) => ({ ...one, ...other })

class GlobalState {
  constructor(application, current) {
    this.application = application
    this.current = current
    this.faults = {}
    this.isAliveEverywhere = true
    let needs = {}
    this.offers = {}
    for (const name in application.nodes) {
      const state = application.nodes[name].states[current[name]]
      needs = union(needs, state.needs)
      this.offers = union(this.offers, state.offers)
      const container = application.containers[name]
      if (state.isAlive && container !== undefined && !application.nodes[container].states[current[container]].isAlive)
        this.isAliveEverywhere = false
    }
    for (const requirement in needs) if (!this.satisfies(requirement)) this.faults[requirement] = true
    this.isConsistent = Object.keys(this.faults).length === 0
    this.key = Object.keys(current)
      .map((name) => `${name}=${current[name]}`)
      .sort()
      .join('|')
  }

  satisfies(requirement) {
    return this.application.bindings[requirement].some((capability) => this.offers[capability] === true)
  }

  move(name, state) {
    return new GlobalState(this.application, { ...this.current, [name]: state })
  }

  /** Every step: `[node, what]` and the state it leads to. */
  *steps() {
    const { nodes, containers, hardRecovery } = this.application
    for (const name in nodes)
      for (const operation of nodes[name].operations) {
        const found = nodes[name].states[this.current[name]].operations[operation]
        if (!this.isConsistent || (hardRecovery && !this.isAliveEverywhere) || found === undefined) continue
        if (found.alternatives.some((needs) => Object.keys(needs).every((one) => this.satisfies(one))))
          yield [[name, operation], this.move(name, found.to)]
      }
    for (const name in nodes)
      for (const requirement of nodes[name].requirements) {
        const target = nodes[name].states[this.current[name]].handlers[requirement]
        if (this.faults[requirement] && target !== undefined) yield [[name, requirement], this.move(name, target)]
      }
    if (!hardRecovery) return
    for (const name in nodes) {
      const container = containers[name]
      if (container !== undefined && !nodes[container].states[this.current[container]].isAlive)
        yield [[name, null], this.move(name, nodes[name].initial)]
    }
  }
}

/** A topology as Barrel sees it. `handlersOf` gives the chosen handler of each requirement in a state. */
export function toBarrel(topology, handlersOf) {
  const application = {
    nodes: Object.fromEntries([...topology.nodes.values()].map((node) => [node.name, toNode(node, handlersOf)])),
    bindings: Object.fromEntries(
      topology.bindings.map(({ node, requirement, to }) => [
        `${node}.${requirement}`,
        to.map((one) => `${one.node}.${one.capability}`),
      ]),
    ),
    containers: Object.fromEntries(
      [...topology.nodes.values()].filter(({ container }) => container).map(({ name, container }) => [name, container]),
    ),
    hardRecovery: topology.hardRecovery,
  }
  return new GlobalState(application, { ...topology.initial })
}

/** The handler of a state that needs one thing or all: of the targets that give a requirement up, the one that keeps the most. */
export function simpleHandlers(type, state) {
  const targets = type.faults.filter(({ from }) => from === state).map(({ to }) => to)
  const { needs } = type.states.get(state)
  return Object.fromEntries(
    needs.flatMap((requirement) => {
      const fit = targets.filter((target) => !type.states.get(target).needs.includes(requirement))
      const best = fit.sort((a, b) => type.states.get(b).needs.length - type.states.get(a).needs.length)[0]
      return best === undefined ? [] : [[requirement, best]]
    }),
  )
}

export function reachable(start) {
  const visited = {}
  const added = { [start.key]: true }
  const waiting = [start]
  while (waiting.length > 0) {
    const state = waiting.pop()
    if (state.key in visited) continue
    visited[state.key] = state
    for (const [, next] of state.steps()) {
      if (next.key in added) continue
      added[next.key] = true
      waiting.push(next)
    }
  }
  return visited
}

/** The first step and the cost between all pairs of reachable states, as maps of maps. */
export function plans(start) {
  const states = reachable(start)
  const keys = Object.keys(states)
  const numbers = Object.fromEntries(keys.map((key, index) => [key, index]))
  const costs = keys.map((_, row) => keys.map((__, column) => (row === column ? 0 : Number.NaN)))
  const firsts = keys.map(() => keys.map(() => undefined))
  for (const [from, key] of keys.entries())
    for (const [step, next] of states[key].steps()) {
      const to = numbers[next.key]
      if (costs[from][to] <= 1) continue
      costs[from][to] = 1
      firsts[from][to] = step
    }
  for (let via = 0; via < keys.length; via++)
    for (let from = 0; from < keys.length; from++) {
      if (from === via || Number.isNaN(costs[from][via])) continue
      for (let to = 0; to < keys.length; to++) {
        const cost = costs[from][via] + costs[via][to]
        if (Number.isNaN(cost) || costs[from][to] <= cost) continue
        costs[from][to] = cost
        firsts[from][to] = firsts[from][via]
      }
    }
  const maps = { costs: {}, steps: {} }
  for (const [from, key] of keys.entries()) {
    maps.costs[key] = {}
    maps.steps[key] = {}
    for (const [to, other] of keys.entries()) {
      if (Number.isNaN(costs[from][to])) continue
      maps.costs[key][other] = costs[from][to]
      maps.steps[key][other] = firsts[from][to]
    }
  }
  return maps
}

export const keyOf = (state) =>
  Object.keys(state)
    .map((name) => `${name}=${state[name]}`)
    .sort()
    .join('|')
