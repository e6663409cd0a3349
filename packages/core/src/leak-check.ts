/**
 * A leak check for tests: what is created after it starts and is alive when it stops is a leak.
 *
 * Guarantees
 * - It knows timers, sockets, servers, child processes, file watchers, open files, workers and other handles of Node, tasks
 *   that were tracked and did not settle, and timers on the virtual clocks it is given.
 * - It says what each leak is and, where Node can tell, which line created it.
 * - What existed before is not its business; nor are unreferenced timers, nor the standard streams.
 *
 * Assumptions
 * - It sees one thread, and everything in it: what others start meanwhile counts too.
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
import { type Duration, toMs } from './duration.ts'
import { coreErrors } from './errors.ts'
import type { Leak } from './leak.ts'
import { type ResourceWatch, watchResources } from './resource-watch.ts'
import { pendingTasks } from './tasks.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface LeakCheckOptions {
  /** Clocks on which no timer may wait at the end. */
  readonly clocks?: readonly VirtualClock[]
  /** Leaves out what is not the test's own, such as the handles of a test runner. */
  readonly ignore?: (leak: Leak) => boolean
  /**
   * How long things that are closing may take to be gone. Costs nothing when nothing leaks.
   *
   * @default '500ms'
   */
  readonly grace?: Duration
}

export interface LeakCheck {
  /** What has leaked so far. */
  leaks(): readonly Leak[]
  /**
   * Ends the check.
   *
   * Failure: `KW_CORE_LEAK` lists what is left; `details.leaks` has it as data.
   */
  stop(): Promise<void>
}

// Kept here so that fake timers a test installs and forgets cannot stop the check that would tell of it.
const { setImmediate, setTimeout } = globalThis

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

/** What is left once everything had its chance to go: a handle takes a turn or two to close, a connection some more. */
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
  const count = leaks.length === 1 ? 'one thing is' : `${leaks.length} things are`
  return coreErrors('KW_CORE_LEAK', {
    what: 'end cleanly',
    why: `${count} still alive`,
    next: `Close, abort or await what you start, before the test ends.\n${listed.join('\n')}`,
    details: { leaks },
  })
}
