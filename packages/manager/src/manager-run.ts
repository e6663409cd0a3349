/** One run of a manager: the order in which everything starts and stops. */
import { formatDuration, track } from '@kubewright/core'
import { managerErrors } from './errors.ts'
import type { ManagerEndpoints, ManagerPhase } from './manager.ts'
import type { ManagerParts } from './manager-parts.ts'
import { ProcessMetrics } from './metrics/process-metrics.ts'
import { controllerChecks, phaseComplaint, sourceChecks, sourceComplaint, triggerChecks } from './readiness.ts'
import { type ServedPages, servePages } from './served-pages.ts'
import { endedWithin, firstOf } from './settled.ts'
import type { WebhookServerLike } from './webhook-server.ts'

/** How long reconciles may take to notice that they were aborted. */
const abortGraceMs = 2_000

export class ManagerRun {
  readonly #parts: ManagerParts
  /** Aborted when the caches close: everything that runs beside the work ends with it. */
  readonly #lifetime = new AbortController()
  /** Aborted, with what went wrong, when the run cannot go on. */
  readonly #broken = new AbortController()
  readonly #beside = new Set<Promise<unknown>>()
  #phase: ManagerPhase = 'idle'
  #pages: ServedPages | undefined
  #process: ProcessMetrics | undefined
  #startsWebhooks = false
  /** Whether caches are being filled: not before webhooks answer. */
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

  /** Resolves once the controller follows what it needs; at once if nobody does yet: the start takes it along. */
  async warm(name: string): Promise<void> {
    if (!this.#isFollowing) return
    await this.#parts.workforce.warm(name, this.#lifetime.signal)
  }

  async #runToEnd(started: Promise<void>, stop: AbortSignal): Promise<void> {
    const { log, closeClients } = this.#parts
    try {
      await started
      if (!stop.aborted) await this.#coordinate(stop)
      this.#broken.signal.throwIfAborted()
    } catch (error) {
      log.error('the manager cannot go on', { error })
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
    const { options, metrics, live, ready, log, webhooks, workforce, permissions } = this.#parts
    const { clock, identity, name: program } = options
    log.info('starting', { name: program, identity, controllers: workforce.states.map(({ name }) => name) })
    if (options.metrics !== undefined) metrics.add((this.#process = new ProcessMetrics(clock)))
    this.#pages = await servePages(options, { metrics, live, ready, clock, log })
    if (Object.keys(this.endpoints).length > 0) log.info('serving', { ...this.endpoints })
    if (options.permissions !== 'skip') this.#runBeside(permissions.run(this.#lifetime.signal))
    if (webhooks !== undefined) await this.#startWebhooks(webhooks, stop)
    if (stop.aborted) return
    await this.#warmAll(stop)
  }

  async #startWebhooks(webhooks: WebhookServerLike, stop: AbortSignal): Promise<void> {
    const { options, client, log } = this.#parts
    const { clock, random, ids, identity } = options
    this.#startsWebhooks = true
    try {
      await webhooks.start({ client, clock, random, ids, log, identity }, stop)
      log.info('webhooks are served')
    } catch (error) {
      if (!stop.aborted) throw error // told to stop meanwhile: that is no failure
    }
  }

  /** Resolves once all are warm, or have had their time. Those that are late go on by themselves. */
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
    if (isWarm) return log.info('everything is followed', { kinds: cache.sources.length })
    log.warn('begins without the controllers that cannot follow everything yet', {
      controllers: workforce.states.flatMap((one) => (one.isWarm ? [] : [one.name])),
      why: cache.sources.flatMap((source) => sourceComplaint(source) ?? []),
    })
  }

  #runBeside(work: Promise<unknown>): void {
    this.#beside.add(track('beside the manager', work))
  }

  /**
   * The right to act is held on a signal of its own: a stop must not give it up before the work has ended, and a right that is
   * lost during a stop must still be noticed.
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

  /** Works until the process is told to stop, or may not act any more. */
  async #act(stop: AbortSignal, mayAct: AbortSignal): Promise<void> {
    if (stop.aborted || mayAct.aborted) return
    const { gate, workforce, log, coordinator } = this.#parts
    const [stopWork, kill] = [new AbortController(), new AbortController()]
    gate.open(() => !mayAct.aborted && coordinator.standing.isActing)
    this.#phase = 'acting'
    log.info('acting')
    const working = workforce.work(stopWork.signal, kill.signal)
    try {
      await firstOf([stop, mayAct], working)
      stopWork.abort()
      if (stop.aborted) await this.#finish(working, kill, mayAct)
      else await this.#abandon(working, kill, mayAct.reason)
    } finally {
      gate.shut()
      stopWork.abort()
      working.catch(() => undefined) // reported by whoever waited for it first
    }
  }

  /** Lets reconciles end, then everything else: whoever acts next begins when the right to act is given up after this. */
  async #finish(working: Promise<void>, kill: AbortController, mayAct: AbortSignal): Promise<void> {
    const { options, log, workforce } = this.#parts
    this.#phase = 'stopping'
    log.info('stopping', { reconciles: workforce.running.flatMap(({ activity }) => activity) })
    const hasEnded = await endedWithin(options.clock, options.shutdownTimeoutMs, working, mayAct)
    if (!hasEnded) {
      const why = mayAct.aborted
        ? 'the right to act was lost'
        : `${formatDuration(options.shutdownTimeoutMs)} were over`
      log.warn('aborts the reconciles that have not ended', { why })
      await this.#killed(working, kill, new Error(`the reconcile was aborted: the process stops and ${why}`))
    }
    log.info('reconciles have ended')
    await this.#tearDown()
  }

  /** Another process may act now: nothing goes on here. */
  async #abandon(working: Promise<void>, kill: AbortController, reason: unknown): Promise<void> {
    const { log } = this.#parts
    this.#phase = 'standby'
    log.warn('may not act any more and aborts its reconciles', { error: reason })
    await this.#killed(working, kill, reason)
  }

  /** Failure: `KW_MANAGER_STUCK` if reconciles do not end when aborted. */
  async #killed(working: Promise<void>, kill: AbortController, reason: unknown): Promise<void> {
    const { options, workforce } = this.#parts
    kill.abort(reason)
    if (await endedWithin(options.clock, abortGraceMs, working)) return
    const stuck = workforce.running.flatMap(({ name, queue }) => queue.running.items.map(({ key }) => `${name} ${key}`))
    throw managerErrors('KW_MANAGER_STUCK', {
      what: stuck.length === 1 ? 'end a reconcile' : `end ${stuck.length} reconciles`,
      why: `aborted ${formatDuration(abortGraceMs)} ago, it goes on: ${stuck.join(', ')}`,
      next: 'End the process, and pass `ctx.signal` to whatever it waits for.',
      details: { stuck },
      cause: reason,
    })
  }

  #tearDown(): Promise<void> {
    return (this.#tornDown ??= this.#close())
  }

  /** In this order; what fails to close does not keep the rest from closing. */
  async #close(): Promise<void> {
    const { workforce, cache, webhooks, log } = this.#parts
    this.#lifetime.abort(new Error('the manager stops'))
    const step = async (done: string, close: () => PromiseLike<unknown> | undefined) => {
      try {
        await close()
        log.info(done)
      } catch (error) {
        log.error(`failed: ${done}`, { error })
      }
    }
    await step('controllers are closed', async () => {
      await Promise.allSettled(this.#beside)
      await workforce[Symbol.asyncDispose]()
    })
    await step('caches are closed', () => cache[Symbol.asyncDispose]())
    if (this.#startsWebhooks) await step('webhooks are closed', () => webhooks?.stop())
    const pages = this.#pages
    this.#pages = undefined
    if (Object.keys(pages?.endpoints ?? {}).length > 0)
      await step('ports are closed', () => pages?.[Symbol.asyncDispose]())
    this.#process?.[Symbol.dispose]()
  }

  #addChecks(): void {
    const { ready, cache, workforce, webhooks, permissions, options, coordinator } = this.#parts
    ready.add('manager', () => phaseComplaint(this.#phase))
    if (options.permissions === 'require') ready.add('permissions', () => permissions.complaint)
    if (webhooks?.check !== undefined) ready.add('webhooks', webhooks.check)
    if (coordinator.check !== undefined) ready.add('coordination', coordinator.check)
    ready.include(() => sourceChecks(cache.sources))
    ready.include(() => controllerChecks(workforce.states))
    ready.include(() => triggerChecks(workforce.running))
  }
}
