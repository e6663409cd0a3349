/**
 * A leak check for tests: a resource created after it starts that is still alive when it stops is a leak.
 *
 * Guarantees
 * - It detects timers, sockets, servers, child processes, file watchers, open files, workers and other handles of Node, tracked tasks
 *   that did not settle, and timers on the virtual clocks it is given.
 * - It describes each leak and, where Node records it, the line that created it.
 * - Resources that existed before are ignored; so are unreferenced timers and the standard streams.
 *
 * Assumptions
 * - It observes everything in one thread: resources that other code creates meanwhile count too.
 *
 * @example
 * ```ts
 * import { startLeakCheck } from '@kubewright/core/testing'
 *
 * const check = startLeakCheck()
 * const timer = systemClock.schedule(60_000, () => {})
 * timer[Symbol.dispose]() // without this line the next one throws
 * await check.stop()
 * ```
 */
import { type Duration, toMs } from '../time/duration.ts'
import { coreErrors } from '../errors.ts'
import type { Leak } from './leak.ts'
import { type ResourceWatch, watchResources } from './resource-watch.ts'
import { pendingTasks } from '../tasks/tasks.ts'
import type { VirtualClock } from '../time/virtual-clock.ts'

/** Options of `startLeakCheck`. */
export interface LeakCheckOptions {
  /** Clocks that must have no pending timer at the end. */
  readonly clocks?: readonly VirtualClock[]
  /** Excludes resources that are not the test's own, such as the handles of a test runner. */
  readonly ignore?: (leak: Leak) => boolean
  /**
   * How long closing resources may take. No delay if nothing leaks.
   *
   * @default '500ms'
   */
  readonly grace?: Duration
}

/** A running leak check. */
export interface LeakCheck {
  /** The leaks so far. */
  leaks(): readonly Leak[]
  /**
   * Ends the check.
   *
   * Failure: `KW_CORE_LEAK` lists the leaks; `details.leaks` has them as data.
   */
  stop(): Promise<void>
}

// Captured here so that fake timers which a test installs and forgets cannot stop the check that would report them.
const { setImmediate, setTimeout } = globalThis

/** Starts a leak check: resources created from now on must be closed when it stops. */
export function startLeakCheck({
  clocks = [],
  ignore = () => false,
  grace = '500ms',
}: LeakCheckOptions = {}): LeakCheck {
  const earlierTasks = new Set(pendingTasks())
  const watch = watchResources()
  const leaks = (): readonly Leak[] =>
    [...watch.open(), ...unsettled(earlierTasks), ...waiting(clocks)].filter((leak) => !ignore(leak))
  return {
    leaks,
    async stop() {
      const left = await whatStays(leaks, toMs(grace), watch)
      watch.end()
      if (left.length > 0) throw leaked(left)
    },
  }
}

function unsettled(earlier: ReadonlySet<unknown>): readonly Leak[] {
  const tasks = pendingTasks().filter((task) => !earlier.has(task))
  return tasks.map(({ name, origin }) => ({ kind: 'task', description: `the task "${name}", not settled`, origin }))
}

function waiting(clocks: readonly VirtualClock[]): readonly Leak[] {
  const timers = clocks.flatMap((clock) => clock.pending)
  return timers.map(({ inMs, origin }) => ({
    kind: 'virtual timer',
    description: `a timer on a virtual clock, due in ${inMs} ms`,
    origin,
  }))
}

/** The leaks after the grace period: a handle takes a turn or two to close, a connection longer. */
async function whatStays(
  leaks: () => readonly Leak[],
  graceMs: number,
  watch: ResourceWatch,
): Promise<readonly Leak[]> {
  const end = performance.now() + graceMs
  for (let turns = 0; ; turns++) {
    const left = leaks()
    if (left.length === 0 || performance.now() >= end) return left
    await watch.unnoticed(() => (turns < 10 ? turn() : pause()))
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 5))

function leaked(leaks: readonly Leak[]): Error {
  const listed = leaks.map(({ description, origin }) => {
    return origin === '' ? `- ${description}` : `- ${description}, created\n${origin}`
  })
  const count = leaks.length === 1 ? 'one resource is' : `${leaks.length} resources are`
  return coreErrors('KW_CORE_LEAK', {
    what: 'end the test',
    why: `${count} still in use`,
    next: `Close, abort or await each of them before the test ends.\n${listed.join('\n')}`,
    details: { leaks },
  })
}
