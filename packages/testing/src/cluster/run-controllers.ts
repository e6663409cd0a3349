/** Controllers on a test's cluster, in their own manager: the one that is used in production. */
import type { Cache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { type Controller, formatReason } from '@kubewright/controller'
import { type HotLoop, type ReconcileRecord, wakingReasons } from '@kubewright/controller/host'
import { type Clock, formatRef, isKubewrightError, type Logger, type Ref, silentLogger } from '@kubewright/core'
import type { Ids, Random } from '@kubewright/core/random'
import { createManager, type Manager, type ManagerOptions } from '@kubewright/manager'
import type { Activity } from './activity.ts'
import { controllersStarted } from './controllers-started.ts'
import { endOfRun } from './end-of-run.ts'

export interface RunEnvironment {
  readonly client: Client
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly activity: Activity
  readonly log?: Logger
  /** The time that files, sockets and processes take at the end of the run. @default the clock of the system */
  readonly realClock?: Clock | undefined
  /** Options that differ from the manager of a single cluster. */
  readonly manager?: Partial<
    Pick<ManagerOptions, 'cache' | 'clusters' | 'coordination' | 'identity' | 'concurrency' | 'runnables'>
  >
}

/** Controllers on a cluster, until disposed. */
export interface Run extends AsyncDisposable {
  /** The number of finished reconciles. */
  readonly reconciles: number
  /** The number of writes they sent, and how many of those changed something. Events are not counted. */
  readonly writes: { readonly sent: number; readonly changed: number }
  /** The last reconciles, newest first: of one object, or of all. */
  history(object?: Ref): readonly ReconcileRecord[]
  readonly cache: Cache
  readonly manager: Manager
}

/** `websites reconciled default/blog (changed): again in 100 ms` */
function formatRecord({ controller, cluster, object, reasons, result }: ReconcileRecord): string {
  const why = wakingReasons(reasons).map(formatReason).join(', ')
  return `${controller}${cluster === undefined ? '' : `@${cluster}`} reconciled ${formatRef(object)} (${why}): ${formatResult(result)}`
}

function formatResult(result: ReconcileRecord['result']): string {
  if (result.type === 'requeue_after') return `again in ${result.afterMs} ms`
  if (result.type !== 'error') return result.type
  return `failed: ${result.error instanceof Error ? result.error.message : String(result.error)}`
}

function formatLoop({ controller, object, reconciles }: HotLoop): string {
  return `${controller} asks to reconcile ${formatRef(object)} again at once, ${reconciles} times in a row by now`
}

/** Starts controllers that share a cache. Resolves once their caches are synced; reconciles begin at once. */
export async function runControllers(controllers: readonly Controller[], environment: RunEnvironment): Promise<Run> {
  const { activity, log = silentLogger, realClock, manager: more = {}, ...tools } = environment
  let reconciles = 0
  const writes = { sent: 0, changed: 0 }
  const count = ({ writes: { sent, changed } }: Pick<ReconcileRecord, 'writes'>) => {
    reconciles++
    writes.sent += sent
    writes.changed += changed
  }
  const manager = createManager({
    ...tools,
    log,
    name: 'kubewright-test',
    identity: 'kubewright-test',
    controllers,
    environment: {},
    permissions: 'skip',
    shutdownTimeout: 0, // the end of a test does not wait for reconciles in flight
    observer: { ended: count },
    ...more,
    cache: { freezes: true, ...more.cache },
  })
  const included = activity.include(() => manager.state.activity)
  const suspected = activity.suspect(() => manager.state.hotLoops.map(formatLoop))
  const remembered = activity.remember(() => manager.history().slice(0, 8).map(formatRecord))
  const running = manager.start()
  let isEnded = false
  const end = async () => {
    if (isEnded) return running.ended.catch(() => undefined) // the first disposal reports a failure
    isEnded = true
    try {
      await endOfRun(running[Symbol.asyncDispose](), { activity, clock: environment.clock, realClock })
    } catch (error) {
      if (!(isKubewrightError(error, 'KW_MANAGER_STUCK') && activity.isReported)) throw error
    } finally {
      included[Symbol.dispose]()
      suspected[Symbol.dispose]()
      remembered[Symbol.dispose]()
    }
  }
  try {
    await controllersStarted({ running, manager, activity, clock: environment.clock })
  } catch (error) {
    await end().catch(() => undefined) // the same error
    throw error
  }
  return {
    get reconciles() {
      return reconciles
    },
    get writes() {
      return { ...writes }
    },
    history: (object) => manager.history(object),
    cache: manager.cache,
    manager,
    [Symbol.asyncDispose]: end,
  }
}
