/** Reasons for a run to end early: it makes no progress. */

/** The world never becomes idle. */
export class LivelockError extends Error {
  override readonly name = 'LivelockError'

  constructor() {
    super('the operator never becomes idle')
  }
}

/** The scenario waits for something that does not happen in the world. */
export class StalledError extends Error {
  override readonly name = 'StalledError'

  constructor() {
    super(
      'the scenario waits for something that does not happen in the simulation: a long timer, a file, a socket. ' +
        "Use `user.wait('10m')` to let time pass",
    )
  }
}
