/** The rules of the user's own, during one run. */
import type { Role } from './actor.ts'
import type { Invariant, View } from './exploration.ts'
import type { Externals } from './external-call.ts'
import { messageOf } from './message-of.ts'

export interface Broken {
  readonly name: string
  readonly wrong: string
}

export class Invariants<Outside extends Externals> {
  readonly #asked: readonly Invariant<Outside>[]
  readonly #isOtherwiseDeclared: boolean
  /** Those that the user's own declaration broke, and that have not held since. */
  readonly #brokenByUser = new Set<string>()

  /** @param isOtherwiseDeclared whether something else is declared than what they may be made for */
  constructor(invariants: readonly Invariant<Outside>[] = [], isOtherwiseDeclared: boolean) {
    this.#asked = isOtherwiseDeclared ? invariants.filter((one) => one.in !== 'scenario') : invariants
    this.#isOtherwiseDeclared = isOtherwiseDeclared
  }

  /** Those that do not hold any more. @param by who changed something */
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

/** One that fails says nothing of what it is about; and whoever wrote to the cluster must not hear of it. */
async function answerOf(ask: () => Promise<string | undefined> | string | undefined): Promise<string | undefined> {
  try {
    return await ask()
  } catch (error) {
    return `it could not be asked: ${messageOf(error)}`
  }
}
