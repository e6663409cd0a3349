/** The code of one run: which actor owns it, and whether it got virtual time in place of the real one. */
import type { Controller } from '@kubewright/controller'
import type { CodeOwner } from '../reality/code-owner.ts'
import { labelled } from '../reality/labelled-controllers.ts'
import { inOperatorCode } from '../reality/reality-trap.ts'
import type { Finding } from '../trace/finding.ts'
import type { Actor } from '../world/actor.ts'

export interface RunCodeOptions {
  /** The owner of all code other than the operator's: the scenario, fakes, invariants. */
  readonly user: Actor
  /** Whether code is traced to its owner. */
  readonly isTraced: boolean
  /** Receives the operator's non-deterministic accesses. */
  readonly report: (found: Finding) => void
}

export class RunCode {
  readonly #options: RunCodeOptions
  readonly #user: CodeOwner
  readonly #onGiven = () => void (this.#isGivenTime = true)
  #isGivenTime = false

  constructor(options: RunCodeOptions) {
    this.#options = options
    this.#user = { actor: options.user, onGiven: this.#onGiven }
  }

  /** Whether code received virtual time or randomness in place of real ones. */
  get isGivenTime(): boolean {
    return this.#isGivenTime
  }

  /** Runs code of the scenario under virtual time. */
  run<T>(code: () => T): T {
    return this.#options.isTraced ? inOperatorCode(this.#user, code) : code()
  }

  /** The controllers of one instance, whose functions run as code of that instance. */
  controllers(actor: Actor, make: () => readonly Controller[]): readonly Controller[] {
    const { isTraced, report } = this.#options
    if (!isTraced) return make()
    const owner: CodeOwner = { actor, onGiven: this.#onGiven, report }
    return labelled(inOperatorCode(owner, make), owner)
  }
}
