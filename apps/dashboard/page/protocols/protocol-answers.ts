/** The worker's answers, computed by the library from the text of a topology. Pure. */
import {
  analyse,
  checkTopology,
  findPlan,
  formatStep,
  type GlobalState,
  protocolOf,
  recoveries,
  type Step,
  type Topology,
} from '@kubewright/protocol'
import { applyStep, busiestState, enabledSteps, pendingFaults, refusal, settle } from '@kubewright/protocol/semantics'
import { readCsar, writeCsar } from '@kubewright/protocol/tosca'
import { formatTopologyYaml, parseTopologyYaml } from '@kubewright/protocol/yaml'
import { type ModelNode, type ModelType, occupiedStates, type ProtocolModel } from './protocol-model.ts'
import type { Checked, Outlook, Question, Questions, Refused, Taken } from './protocol-request.ts'
import { refusalProblem, soundnessProblem, TextPlaces } from './text-problems.ts'

/** Memoizes the last topology: most requests are about the same text. */
let kept: { readonly text: string; readonly topology: Topology } | undefined

function topologyOf(text: string): Topology {
  if (kept?.text !== text) kept = { text, topology: parseTopologyYaml(text) }
  return kept.topology
}

type Answers = { readonly [Name in Question]: (ask: Questions[Name]['ask']) => Questions[Name]['answer'] }

const answers: Answers = {
  check: ({ text }) => check(text),
  outlook: ({ text, state }) => outlook(topologyOf(text), state),
  take: ({ text, state, step, settles }) => take(topologyOf(text), state, step, settles),
  replay: ({ text, state, steps }) => replay(topologyOf(text), state, steps),
  plan: ({ text, from, to, limit }) => findPlan(topologyOf(text), { from, to, limit }),
  busiest: ({ text, limit }) => busiestState(topologyOf(text), { limit }),
  faults: ({ text, state, double, limit }) => ({
    state,
    recoveries: recoveries(topologyOf(text), state, { faults: double ? 2 : 1, limit }),
  }),
  analyse: ({ text, goal, limit }) => analyse(topologyOf(text), { goal, limit, witnesses: 3 }),
  exportCsar: ({ text }) => writeCsar(topologyOf(text)),
  importFile: ({ name, bytes }) => importFile(name, bytes),
  liveText: (source) =>
    formatTopologyYaml('text' in source ? parseTopologyYaml(source.text) : derived(Object.fromEntries(source.needs))),
}

function derived(needs: Readonly<Record<string, readonly string[]>>): Topology {
  return protocolOf(needs) as unknown as Topology
}

/** Failure: the library's error for a rejected input. */
export function answer<Name extends Question>(question: Name, ask: Questions[Name]['ask']): Questions[Name]['answer'] {
  return answers[question](ask)
}

/** The limit of problems shown. */
const mostProblems = 100

export function check(text: string): Checked {
  let topology: Topology
  try {
    topology = topologyOf(text)
  } catch (error) {
    return { problems: refusalsOf(text, error as Error), isSound: false }
  }
  const found = checkTopology(topology).slice(0, mostProblems)
  const places = new TextPlaces(text)
  return {
    model: modelOf(topology),
    problems: found.map((problem) => soundnessProblem(places, problem)),
    isSound: found.every(({ severity }) => severity !== 'error'),
  }
}

function refusalsOf(text: string, error: Error): Checked['problems'] {
  const { code } = error as { readonly code?: string }
  const isTooMuch = /too deeply|longer than/u.test(error.message)
  // Text that the library refused to parse is not parsed here either.
  const places = new TextPlaces(isTooMuch ? '' : text)
  if (code === 'KW_PROTOCOL_DOCUMENT') {
    const { syntaxErrors } = places
    if (syntaxErrors.length > 0) return syntaxErrors
  }
  return [refusalProblem(places, error)]
}

export function modelOf(topology: Topology): ProtocolModel {
  const nodes = [...topology.nodes.values()].map(
    ({ name, type, replicas, quorum, container }): ModelNode => ({
      name,
      type: type.name,
      quorum,
      ...(replicas === undefined ? {} : { replicas }),
      ...(container === undefined ? {} : { container }),
    }),
  )
  const types = new Map(
    [...topology.nodes.values()].map(({ type }): [string, ModelType] => [
      type.name,
      {
        name: type.name,
        requirements: type.requirements,
        capabilities: type.capabilities,
        initial: type.initial,
        states: [...type.states].map(([name, { needs, offers }]) => ({ name, needs, offers })),
        transitions: [...type.operations].flatMap(([operation, all]) => all.map((one) => ({ operation, ...one }))),
        faults: type.faults,
      },
    ]),
  )
  const { bindings, hardRecovery, initial } = topology
  return { nodes, types, bindings, hardRecovery, initial }
}

const mostRefused = 100

function outlook(topology: Topology, state: GlobalState): Outlook {
  const steps = enabledSteps(topology, state)
  const faults = pendingFaults(topology, state).map(({ node, requirement, states, handlers }) => ({
    node,
    requirement,
    unhandled: states.filter((name) => !handlers.has(name)),
  }))
  return {
    isSettled: settle(topology, state).steps.length === 0 && faults.length === 0,
    faults,
    steps,
    refused: refusedIn(topology, state, steps),
  }
}

/** Operations that start in a current state but cannot be performed, with the reason. */
function refusedIn(topology: Topology, state: GlobalState, enabled: readonly Step[]): readonly Refused[] {
  const lines = new Set(enabled.map((step) => `${formatStep(step)} ${step.from}`))
  const refused: Refused[] = []
  for (const { name: node, type } of topology.nodes.values()) {
    const here = new Set(occupiedStates(state, node).map(([name]) => name))
    for (const [operation, all] of type.operations) {
      for (const { from, to, controllable } of all) {
        const line = `${node}.${operation}`
        if (!here.has(from) || lines.has(`${line} ${from}`)) continue
        lines.add(`${line} ${from}`)
        const why = refusal(topology, state, { kind: 'operation', node, operation, from, to, controllable })
        if (why !== undefined) refused.push({ line, why })
        if (refused.length >= mostRefused) return refused
      }
    }
  }
  return refused
}

function take(topology: Topology, state: GlobalState, step: Step, settles: boolean): readonly Taken[] {
  const next = applyStep(topology, state, step)
  return [{ step, state: next }, ...(settles ? settled(topology, next) : [])]
}

/** Handles every pending fault, step by step. */
function settled(topology: Topology, start: GlobalState): readonly Taken[] {
  let state = start
  return settle(topology, start).steps.map((step) => {
    state = applyStep(topology, state, step)
    return { step, state }
  })
}

/** Takes steps in order. A step given as text may match several instances: the first of them moves. */
function replay(topology: Topology, start: GlobalState, steps: readonly (Step | string)[]): readonly Taken[] {
  let state = start
  return steps.map((wanted) => {
    const line = typeof wanted === 'string' ? wanted : formatStep(wanted)
    const found = enabledSteps(topology, state).find((one) => formatStep(one) === line)
    const step = typeof wanted === 'string' ? found : wanted
    if (step === undefined) throw new Error(`The step ${line} cannot be taken in this state.`)
    state = applyStep(topology, state, step)
    return { step, state }
  })
}

const longestText = 4 * 2 ** 20

/** Recognizes archives by name or magic bytes. Anything else is YAML, of which JSON is a subset. Failure: the library's error. */
function importFile(name: string, bytes: Uint8Array): string {
  const isArchive = /\.(csar|zip)$/iu.test(name) || (bytes[0] === 0x50 && bytes[1] === 0x4b)
  if (isArchive) return formatTopologyYaml(readCsar(bytes))
  if (bytes.length > longestText) throw new Error(`${name} has more than ${longestText} bytes.`)
  const text = decoded(name, bytes)
  parseTopologyYaml(text)
  return text
}

function decoded(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Error(`${name} is neither an archive nor text in UTF-8.`, { cause })
  }
}
