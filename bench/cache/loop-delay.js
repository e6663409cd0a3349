/** How long a piece of work blocks the event loop. */
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** In elapsed time: on a busy machine, the work of other processes counts as well. */
export function watchLoop() {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  return {
    /** Waits a little, so that a block that has just ended is counted. */
    async longestMs() {
      await new Promise((resolve) => setTimeout(resolve, 20))
      histogram.disable()
      return histogram.max / 1e6
    },
  }
}

/**
 * By the processor time of the main thread between two turns, whatever else the machine does. It keeps the loop turning, so
 * nothing else can be measured meanwhile. Linux only.
 */
export function watchTurns() {
  const path = `/proc/self/task/${process.pid}/schedstat`
  const spentMs = () => Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6
  let [last, longest, isOver] = [spentMs(), 0, false]
  const turn = () => {
    const now = spentMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    async longestMs() {
      await new Promise((resolve) => setTimeout(resolve, 20))
      isOver = true
      return longest
    },
  }
}
