/** What a watch loop itself finds wrong with a server that answers. */

/** A list as old as this would take readers back in time. */
export class StaleState extends Error {
  override readonly message =
    'the server showed an older state than before: it lags behind the others. ' +
    'If the cluster was restored from a backup, restart this program.'
}

export class WatchCutShort extends Error {
  override readonly message =
    'the watch was cut off at once, before anything had come: see what stands between this program and the server'
}

/** It was asked to begin a watch with everything there is, and does not say when that is. */
export class NoInitialEvents extends Error {
  override readonly message = 'the server did not say when the watch had shown everything there is'
}
