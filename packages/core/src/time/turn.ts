/** One turn of the event loop, which lets all runnable work run. */

// Captured here so that fake timers which a test framework installs later cannot stall a waiter.
const { setImmediate } = globalThis

/** All microtasks, including those they enqueue, run before the next macrotask: one turn settles every promise chain. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
