/** The invariants of the exploration, during one run. */
import type { Role } from '../world/actor.ts'
import type { Invariant, View } from './exploration.ts'
import type { Externals } from '../world/external-call.ts'
import { errorMessage } from '../trace/error-message.ts'

export interface Broken {
  readonly name: string
  readonly wrong: string
}

export class Invariants<Outside extends Externals> {
  readonly #asked: readonly Invariant<Outside>[]
  readonly #isOtherwiseDeclared: boolean
  /** Invariants that a user's declaration broke, and that have not held since. */
  readonly #brokenByUser = new Set<string>()

  /** @param isOtherwiseDeclared whether the run declares other objects than the scenario */
  constructor(invariants: readonly Invariant<Outside>[] = [], isOtherwiseDeclared: boolean) {
    this.#asked = isOtherwiseDeclared ? invariants.filter((one) => one.in !== 'scenario') : invariants
    this.#isOtherwiseDeclared = isOtherwiseDeclared
  }

  /** The invariants that do not hold. @param by the role that made the last change */
  async ask(by: Role, view: View, outside: Outside): Promise<readonly Broken[]> {
    const broken: Broken[] = []
    for (const { name, check } of this.#asked) {
      const wrong = await answerOf(() => check(view, outside))
      if (wrong === undefined) this.#brokenByUser.delete(name)
      else if (!this.#isExcused(name, by)) broken.push({ name, wrong })
    }
    return broken
  }

  #isExcused(name: string, by: Role): boolean {
    if (this.#isOtherwiseDeclared && by === 'user') this.#brokenByUser.add(name)
    return this.#brokenByUser.has(name)
  }
}

/** An exception of the check is a violation, and must not reach the writer of the change. */
async function answerOf(ask: () => Promise<string | undefined> | string | undefined): Promise<string | undefined> {
  try {
    return await ask()
  } catch (error) {
    return `it could not be checked: ${errorMessage(error)}`
  }
}
