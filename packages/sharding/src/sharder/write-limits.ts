/** Limits of the writes that move objects. */

/** Concurrent writes. The client would not send more either. */
export const concurrentWrites = 16
export const writeTimeout = '5s'
/** How often a write is retried without delay after a conflict. */
export const quickRetries = 3
