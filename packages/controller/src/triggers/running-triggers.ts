/** The triggers of a running controller, with their health. */
import type { Ref } from '@kubewright/core'
import { track } from '@kubewright/core/tasks'
import type { Trigger, TriggerTools } from '../definition/trigger.ts'
import type { TriggerState } from '../host/trigger-state.ts'
import { runTrigger } from './run-trigger.ts'
import { TriggerHealth } from './trigger-health.ts'

export interface RunningTriggersOptions {
  /** The name of the controller, for the log. */
  readonly controller: string
  readonly tools: Pick<TriggerTools, 'clock' | 'random' | 'log'>
  /** Requests a reconcile on behalf of a trigger. */
  readonly request: (object: Ref, by: string) => void
  /** Ends them. */
  readonly signal: AbortSignal
}

export class RunningTriggers {
  readonly #options: RunningTriggersOptions
  readonly #started: TriggerHealth[] = []

  constructor(options: RunningTriggersOptions) {
    this.#options = options
  }

  get states(): readonly TriggerState[] {
    return this.#started.map(({ state }) => state)
  }

  start(trigger: Trigger): void {
    const { controller, tools, request, signal } = this.#options
    const { name } = trigger
    const wake = (objects: Iterable<Ref>) => {
      for (const object of objects) request(object, name)
    }
    const health = new TriggerHealth(name, tools.clock)
    this.#started.push(health)
    void track(`trigger ${name}`, runTrigger(trigger, { controller, wake, signal, health, tools }))
  }
}
