/** Failures that a watch loop detects itself. */

/** The list is older than the state readers already have. */
export class StaleState extends Error {
  override readonly message =
    'the server showed an older state than before: it lags behind the others. ' +
    'If the cluster was restored from a backup, restart this program.'
}

export class WatchCutShort extends Error {
  override readonly message =
    'the watch was cut off at once, before anything had come: see what stands between this program and the server'
}

/** The server did not mark the end of the initial events. */
export class NoInitialEvents extends Error {
  override readonly message = 'the server did not say when the watch had shown everything there is'
}
