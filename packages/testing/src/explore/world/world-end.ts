/** Reasons for a run to end early. */

/** The world never becomes idle. */
export class NeverRests extends Error {
  override readonly name = 'NeverRests'

  constructor() {
    super('it never comes to rest')
  }
}

/** The scenario waits for something that does not happen in the world. */
export class StuckOutside extends Error {
  override readonly name = 'StuckOutside'

  constructor() {
    super(
      'the scenario waits for something that does not happen in the simulation: a long timer, a file, a socket. ' +
        "Use `user.wait('10m')` to let time pass",
    )
  }
}
