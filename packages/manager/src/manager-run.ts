/** One run of a manager: the order in which everything starts and stops. See decision 0151. */
import { formatDuration } from '@kubewright/core'
import { track } from '@kubewright/core/tasks'
import { abortGraceMs } from './abort-grace.ts'
import { tellReady } from './diagnostics.ts'
import { markLogged } from './logged-errors.ts'
import { runProvider } from './clusters/provider-run.ts'
import { managerErrors } from './errors.ts'
import type { ManagerEndpoints, ManagerPhase } from './manager.ts'
import type { ManagerParts } from './manager-parts.ts'
import { ProcessMetrics } from './metrics/process-metrics.ts'
import { controllerChecks, phaseComplaint, sourceChecks, sourceComplaint, triggerChecks } from './readiness.ts'
import { type ServedPages, servePages } from './served-pages.ts'
import { endedWithin, firstOf } from './settled.ts'
import type { WebhookServerLike } from './webhook-server.ts'

export class ManagerRun {
  readonly #parts: ManagerParts
  /** Aborted when the caches close: ends all background work. */
  readonly #lifetime = new AbortController()
  /** Aborted, with the cause, when the run cannot continue. */
  readonly #broken = new AbortController()
  readonly #beside = new Set<Promise<unknown>>()
  #phase: ManagerPhase = 'idle'
  #pages: ServedPages | undefined
  #process: ProcessMetrics | undefined
  #startsWebhooks = false
  /** Whether caches are being filled: only after webhooks are served. */
  #isFollowing = false
  #tornDown: Promise<void> | undefined

  constructor(parts: ManagerParts) {
    this.#parts = parts
    this.#addChecks()
  }

  get phase(): ManagerPhase {
    return this.#phase
  }

  get isOver(): boolean {
    return this.#phase === 'stopping' || this.#phase === 'stopped'
  }

  get endpoints(): ManagerEndpoints {
    return this.#pages?.endpoints ?? {}
  }

  begin(signal: AbortSignal): { readonly started: Promise<void>; readonly ended: Promise<void> } {
    this.#phase = 'starting'
    const stop = AbortSignal.any([signal, this.#broken.signal])
    const started = this.#startUp(stop)
    started.catch(() => undefined) // `ended` rejects with it
    return { started, ended: track('run the manager', this.#runToEnd(started, stop)) }
  }

  /** Resolves once the controller's caches are synced; at once before the start, which includes it. */
  async warm(name: string): Promise<void> {
    if (!this.#isFollowing) return
    await this.#parts.workforce.warm(name, this.#lifetime.signal)
  }

  async #runToEnd(started: Promise<void>, stop: AbortSignal): Promise<void> {
    const { log, closeClients } = this.#parts
    try {
      await started
      if (!stop.aborted) tellReady(this.#parts.options.name)
      if (!stop.aborted) await this.#coordinate(stop)
      this.#broken.signal.throwIfAborted()
    } catch (error) {
      log.error('manager failed, stopping', { error })
      markLogged(error)
      throw error
    } finally {
      this.#phase = 'stopping'
      await this.#tearDown()
      await closeClients()
      this.#phase = 'stopped'
      log.info('stopped')
    }
  }

  async #startUp(stop: AbortSignal): Promise<void> {
    const { options, metrics, live, ready, log, client, webhooks, workforce, permissions } = this.#parts
    const { clock, random, identity, name: program } = options
    log.info('starting', { name: program, identity, controllers: workforce.states.map(({ name }) => name) })
    for (const one of options.misspelt) log.warn('environment variable has no effect, it looks misspelt', one)
    if (options.metrics !== undefined) metrics.add((this.#process = new ProcessMetrics(clock)))
    this.#pages = await servePages(options, { metrics, live, ready, clock, random, log, client })
    if (Object.keys(this.endpoints).length > 0) log.info('serving', { ...this.endpoints })
    if (options.permissions !== 'skip') this.#runBeside(permissions.run(this.#lifetime.signal))
    if (webhooks !== undefined) await this.#startWebhooks(webhooks, stop)
    if (stop.aborted) return
    this.#startClusters()
    await this.#warmAll(stop)
  }

  async #startWebhooks(webhooks: WebhookServerLike, stop: AbortSignal): Promise<void> {
    const { options, client, log } = this.#parts
    const { clock, random, ids, identity } = options
    this.#startsWebhooks = true
    try {
      await webhooks.start({ client, clock, random, ids, log, identity }, stop)
      log.info('webhook server started')
    } catch (error) {
      if (!stop.aborted) throw error // a stop in the meantime is not a failure
    }
  }

  /** The start does not wait for remote clusters. */
  #startClusters(): void {
    const { fleet, providers, options, log } = this.#parts
    const [{ clock, random }, { signal }] = [options, this.#lifetime]
    fleet.start(signal)
    for (const provider of providers) this.#runBeside(runProvider(provider, fleet, { clock, random, log }, signal))
  }

  /** Resolves once all caches are synced, or at the timeout. The rest continue in the background. */
  async #warmAll(stop: AbortSignal): Promise<void> {
    const { workforce, options, log, cache } = this.#parts
    this.#isFollowing = true
    const warming = workforce.states.map(({ name }) =>
      this.warm(name).catch((error: unknown) => {
        if (!this.#lifetime.signal.aborted) this.#broken.abort(error)
      }),
    )
    const all = Promise.all(warming)
    this.#runBeside(all)
    const isWarm = await endedWithin(options.clock, options.syncTimeoutMs, all, stop)
    if (stop.aborted) return
    if (isWarm) return log.info('caches synced', { kinds: cache.sources.length })
    log.warn('caches of some controllers have not synced in time, these controllers start later', {
      controllers: workforce.states.flatMap((one) => (one.isWarm ? [] : [one.name])),
      why: cache.sources.flatMap((source) => sourceComplaint(source) ?? []),
    })
  }

  #runBeside(work: Promise<unknown>): void {
    this.#beside.add(track('beside the manager', work))
  }

  /**
   * Leadership has a signal of its own: a stop must not release it before the work has ended, and its loss during a stop must still be
   * noticed.
   */
  async #coordinate(stop: AbortSignal): Promise<void> {
    const { coordinator } = this.#parts
    const standDown = new AbortController()
    let isActing = false
    if (!coordinator.standing.isActing) this.#phase = 'standby'
    const following = coordinator.run(standDown.signal, async (mayAct) => {
      isActing = true
      try {
        await this.#act(stop, mayAct)
      } finally {
        isActing = false
        if (stop.aborted) standDown.abort(stop.reason)
      }
    })
    await firstOf([stop], following)
    if (!isActing) standDown.abort(stop.reason)
    await following
  }

  /** Works until the process is stopped or loses leadership. */
  async #act(stop: AbortSignal, mayAct: AbortSignal): Promise<void> {
    if (stop.aborted || mayAct.aborted) return
    const { gate, workforce, fleet, runnables, log, coordinator } = this.#parts
    const [stopWork, kill] = [new AbortController(), new AbortController()]
    gate.open(() => !mayAct.aborted && coordinator.standing.isActing)
    this.#phase = 'acting'
    log.info('controllers started')
    const signals = [stopWork.signal, kill.signal] as const
    const working = Promise.all([workforce.work(...signals), fleet.work(...signals), runnables.work(stopWork.signal)])
    try {
      await firstOf([stop, mayAct], working)
      stopWork.abort()
      if (stop.aborted) await this.#finish(working, kill, mayAct)
      else await this.#abandon(working, kill, mayAct.reason)
    } finally {
      gate.shut()
      stopWork.abort()
      working.catch(() => undefined) // already reported to the first waiter
    }
  }

  /** Lets reconciles end, then closes the rest. Leadership is released only after this, so that the next leader starts cleanly. */
  async #finish(working: Promise<unknown>, kill: AbortController, mayAct: AbortSignal): Promise<void> {
    const { options, log, workforce, fleet } = this.#parts
    this.#phase = 'stopping'
    const running = [...workforce.running, ...fleet.running]
    log.info('stopping', { reconciles: running.flatMap(({ activity }) => activity) })
    const hasEnded = await endedWithin(options.clock, options.shutdownTimeoutMs, working, mayAct)
    if (!hasEnded) {
      const why = mayAct.aborted
        ? 'it lost leadership'
        : `the shutdown timeout of ${formatDuration(options.shutdownTimeoutMs)} has passed`
      log.warn('aborting reconciles that are still running', {
        why,
        reconciles: running.flatMap(({ activity }) => activity),
      })
      await this.#killed(working, kill, new Error(`the reconcile was aborted: the process stops and ${why}`))
    }
    log.info('all reconciles ended')
    await this.#tearDown()
  }

  /** Another process may act now: abort all work. */
  async #abandon(working: Promise<unknown>, kill: AbortController, reason: unknown): Promise<void> {
    const { log } = this.#parts
    this.#phase = 'standby'
    log.warn('lost leadership, aborting reconciles', { error: reason })
    await this.#killed(working, kill, reason)
  }

  /** Failure: `KW_MANAGER_STUCK` if reconciles do not end when aborted. */
  async #killed(working: Promise<unknown>, kill: AbortController, reason: unknown): Promise<void> {
    const { options, workforce, fleet, runnables } = this.#parts
    kill.abort(reason)
    if (await endedWithin(options.clock, abortGraceMs, working)) return
    const running = [...workforce.running, ...fleet.running]
    const reconciles = running.flatMap(({ name, queue }) => queue.running.items.map(({ key }) => `${name} ${key}`))
    const stuck = [...reconciles, ...runnables.running]
    const counts = [counted(reconciles, 'reconcile'), counted(runnables.running, 'runnable')].flat()
    throw managerErrors('KW_MANAGER_STUCK', {
      what: `end ${counts.join(' and ') || 'the work'}`,
      why: `still running ${formatDuration(abortGraceMs)} after the abort: ${stuck.join(', ')}`,
      next: 'End the process, and pass `ctx.signal` to every call that can block.',
      details: { stuck },
      cause: reason,
    })
  }

  #tearDown(): Promise<void> {
    return (this.#tornDown ??= this.#close())
  }

  /** In this order; a failure to close one part does not prevent closing the rest. */
  async #close(): Promise<void> {
    const { workforce, fleet, cache, webhooks, log } = this.#parts
    this.#lifetime.abort(new Error('the manager stops'))
    const step = async (part: string, close: () => PromiseLike<unknown> | undefined) => {
      try {
        await close()
        log.info(`${part} closed`)
      } catch (error) {
        log.error('part of the manager could not be closed', { part, error })
      }
    }
    await step('controllers', async () => {
      await Promise.allSettled(this.#beside)
      await Promise.all([fleet[Symbol.asyncDispose](), workforce[Symbol.asyncDispose]()])
    })
    await step('caches', () => cache[Symbol.asyncDispose]())
    if (this.#startsWebhooks) await step('webhooks', () => webhooks?.stop())
    const pages = this.#pages
    this.#pages = undefined
    if (Object.keys(pages?.endpoints ?? {}).length > 0) await step('ports', () => pages?.[Symbol.asyncDispose]())
    this.#process?.[Symbol.dispose]()
  }

  #addChecks(): void {
    const { ready, cache, workforce, fleet, webhooks, permissions, options, coordinator } = this.#parts
    ready.add('manager', () => phaseComplaint(this.#phase))
    if (options.permissions === 'require') ready.add('permissions', () => permissions.complaint)
    if (webhooks?.check !== undefined) ready.add('webhooks', webhooks.check)
    if (coordinator.check !== undefined) ready.add('coordination', coordinator.check)
    ready.include(() => sourceChecks(cache.sources))
    ready.include(() => controllerChecks(workforce.states))
    ready.include(() => triggerChecks(workforce.running))
    ready.include(() => fleet.checks)
  }
}

/** `a reconcile`, or `2 reconciles`; nothing for none. */
function counted(all: readonly unknown[], what: string): readonly string[] {
  if (all.length === 0) return []
  return [all.length === 1 ? `a ${what}` : `${all.length} ${what}s`]
}
