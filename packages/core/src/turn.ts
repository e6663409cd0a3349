/** One turn of the event loop, for those who wait until everything that can run has run. */

// Kept here so that fake timers a test framework installs later cannot stop whoever waits.
const { setImmediate } = globalThis

/** All microtasks, however many they beget, run before the next macrotask: one turn settles every promise chain. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
