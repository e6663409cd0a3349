/** Failures that a watch loop detects itself. */

/** The list is older than the state readers already have. */
export class StaleState extends Error {
  override readonly message =
    'the server returned an older state than before: this replica of the API server is stale. ' +
    'If the cluster was restored from a backup, restart this program.'
}

export class WatchCutShort extends Error {
  override readonly message =
    'the watch was closed before any event arrived: check the proxies between this program and the API server'
}

/** The server did not mark the end of the initial events. */
export class NoInitialEvents extends Error {
  override readonly message = 'the server did not send the bookmark that ends the initial events of a watch'
}
