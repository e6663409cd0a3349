/**
 * The state of the page: the text, its analysis, and the simulation. Kept while the tab is open.
 *
 * Guarantees
 * - Graphs and simulation use the last sound text while another one is being written.
 * - A late answer, about a text or a state that is no longer shown, is dropped.
 */
import type { GlobalState, Step } from '@kubewright/protocol'
import { occupiedStates, type ProtocolModel } from './protocol-model.ts'
import type { Checked, Outlook, Question, Questions, Taken } from './protocol-request.ts'
import { addMove, currentState, goTo, type RunHistory, startHistory } from './run-history.ts'

export interface Asks {
  ask<Name extends Question>(
    question: Name,
    ask: Questions[Name]['ask'],
    withinMs?: number,
  ): Promise<Questions[Name]['answer']>
}

/** The storage of the text: that of the tab, or a map in tests. */
export interface TextStore {
  read(): string | undefined
  write(text: string): void
}

/** A text that can be simulated. */
export interface Sound {
  readonly text: string
  readonly model: ProtocolModel
}

const checkWithinMs = 5_000

export class ProtocolSession {
  readonly #worker: Asks
  readonly #store: TextStore
  readonly #listeners = new Set<() => void>()
  #checking: { readonly text: string; readonly result: Promise<Checked> } | undefined
  text: string
  checked: Checked | undefined
  sound: Sound | undefined
  history: RunHistory | undefined
  outlook: Outlook | undefined
  selected: string | undefined
  /** The selected source and target states in the node's protocol. */
  picked: readonly string[] = []
  /** Whether faults are handled automatically. */
  settles = true
  /** Why the last request failed. */
  failure = ''
  /** Incremented with every change. */
  version = 0

  constructor(worker: Asks, store: TextStore, example: string) {
    this.#worker = worker
    this.#store = store
    this.text = store.read() ?? example
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get state(): GlobalState | undefined {
    return this.history && currentState(this.history)
  }

  setText(text: string): void {
    if (text === this.text) return
    this.text = text
    try {
      this.#store.write(text)
    } catch (error) {
      this.failure = `The text is not kept in this tab: ${messageOf(error)}`
    }
    this.#changed()
  }

  /** Checks a text once, however many callers there are. Never rejects: an error of the check is reported as a problem of the text. */
  check(text = this.text): Promise<Checked> {
    if (this.#checking?.text !== text) {
      this.#checking = { text, result: this.#worker.ask('check', { text }, checkWithinMs).catch(uncheckable) }
    }
    return this.#checking.result.then(async (checked) => {
      if (text === this.text && checked !== this.checked) await this.#take(text, checked)
      return checked
    })
  }

  select(node: string): void {
    if (node !== this.selected) this.picked = []
    this.selected = node
    this.#changed()
  }

  pick(states: readonly string[]): void {
    this.picked = states
    this.#changed()
  }

  /** Selects a pressed state: the first is the source of a transition, the second its target. */
  press(state: string): void {
    this.pick(this.picked.length === 1 ? [this.picked[0]!, state] : [state])
  }

  setSettles(settles: boolean): void {
    this.settles = settles
    this.#changed()
  }

  /** Takes a step, and handles the faults it causes unless turned off. */
  async take(step: Step): Promise<void> {
    await this.#move((text, state) => this.#worker.ask('take', { text, state, step, settles: this.settles }))
  }

  /** Takes the steps of a plan in order. */
  async replay(steps: readonly (Step | string)[]): Promise<void> {
    await this.#move((text, state) => this.#worker.ask('replay', { text, state, steps }), true)
  }

  async goTo(done: number): Promise<void> {
    if (this.history === undefined) return
    await this.#show(goTo(this.history, done))
  }

  /** Restarts the simulation, by default in the initial state. */
  async restart(state?: GlobalState): Promise<void> {
    if (this.sound === undefined) return
    await this.#show(startHistory(state ?? this.sound.model.initial))
  }

  async #move(
    ask: (text: string, state: GlobalState) => Promise<readonly Taken[]>,
    isEachAlone = false,
  ): Promise<void> {
    const { sound, history, state } = this
    if (sound === undefined || history === undefined || state === undefined) return
    try {
      const taken = await ask(sound.text, state)
      if (this.history !== history) return // lost a race against another move
      const moves = isEachAlone ? taken.map((one) => [one]) : [taken]
      await this.#show(moves.reduce(addMove, history))
    } catch (error) {
      this.failure = messageOf(error)
      this.#changed()
    }
  }

  async #take(text: string, checked: Checked): Promise<void> {
    this.checked = checked
    const { model, isSound } = checked
    if (model === undefined || !isSound) return this.#changed()
    if (this.sound?.text === text) return this.#changed()
    const before = this.state
    this.sound = { text, model }
    if (!model.nodes.some(({ name }) => name === this.selected)) this.selected = model.nodes[0]?.name
    await this.#show(startHistory(before !== undefined && fits(model, before) ? before : model.initial))
  }

  async #show(history: RunHistory): Promise<void> {
    this.history = history
    this.failure = ''
    this.#changed()
    const { sound } = this
    try {
      const outlook = await this.#worker.ask('outlook', { text: sound!.text, state: currentState(history) })
      if (this.history !== history) return
      this.outlook = outlook
    } catch (error) {
      this.outlook = undefined
      this.failure = messageOf(error)
    }
    this.#changed()
  }

  #changed(): void {
    this.version++
    for (const listener of this.#listeners) listener()
  }
}

/** Whether a state of another model is valid in this one, so that a small edit of the text keeps the simulation. */
export function fits({ nodes, types }: ProtocolModel, state: GlobalState): boolean {
  if (Object.keys(state).length !== nodes.length) return false
  return nodes.every(({ name, type, replicas }) => {
    const value = Object.hasOwn(state, name) ? state[name] : undefined
    if (value === undefined || (typeof value === 'string') !== (replicas === undefined)) return false
    const known = new Set(types.get(type)!.states.map((one) => one.name))
    const occupied = occupiedStates(state, name)
    const count = occupied.reduce((sum, [, one]) => sum + one, 0)
    return occupied.every(([one]) => known.has(one)) && count === (replicas ?? 1)
  })
}

function uncheckable(error: unknown): Checked {
  const message = `The text could not be checked. ${messageOf(error)}`
  return { problems: [{ severity: 'error', message, from: 0, to: 0, line: 1, nodes: [] }], isSound: false }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
