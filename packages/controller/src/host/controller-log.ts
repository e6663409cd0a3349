/** The log of failures outside of reconciles, such as an observer that throws. */
import type { LogFields, Logger } from '@kubewright/core'

export class ControllerLog {
  readonly #log: Logger
  readonly #controller: string

  constructor(log: Logger, controller: string) {
    this.#log = log
    this.#controller = controller
  }

  /** A logger that throws is ignored: nothing else can be done, and the controller works on. */
  error(message: string, fields: LogFields): void {
    try {
      this.#log.error(message, { controller: this.#controller, ...fields })
    } catch {
      // See above.
    }
  }
}
