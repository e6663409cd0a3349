/**
 * The operator that runs now, and the changes that wait. One reload at a time; those that come meanwhile become one.
 *
 * The order of a reload: the project is read (one that cannot be read leaves the running operator alone), its custom resources
 * are applied, the operator stops, the operator starts. Objects to begin with are applied once it is ready: its webhooks have to
 * see them.
 */
import { dirname, relative } from 'node:path'
import { ApiError } from '@kubewright/client'
import { isKubewrightError, sleep } from '@kubewright/core'
import type { RemoteOperator } from '@kubewright/dashboard'
import { loadProject, type Project } from '../project/load-project.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { findBrokenObjects } from './broken-objects.ts'
import type { DevCluster } from './dev-cluster.ts'
import type { TellDev } from './dev-event.ts'
import { applyManifests, installCrds, installNamespaces } from './install.ts'
import { type OperatorProcess, startOperatorProcess } from './operator-process.ts'
import { RestartBrake } from './restart-brake.ts'
import { forgetWebhooks, webhookAddress, webhookVariable } from './webhook-address.ts'

export interface DevParts {
  readonly configPath: string
  /** What starts the operator. */
  readonly main: string
  readonly cluster: DevCluster
  readonly tell: TellDev
  readonly terminal: Terminal
  /** Where the API server finds webhooks, if somebody said so. */
  readonly webhookUrl: string | undefined
  /** Shows the operator to the dashboard, if there is one. */
  readonly dashboard: RemoteOperator | undefined
}

/** How long an operator may take before somebody is told, or before a program that tells nothing is taken for ready. */
const readyWithinMs = 20_000

function notReadyHint(path: string, { cwd }: Terminal): string {
  return `${relative(cwd, path)} is not applied yet: it waits until the operator is ready. Its log says what it waits for, or why it ended.`
}

export class DevSession implements AsyncDisposable {
  readonly #parts: DevParts
  #operator: OperatorProcess | undefined
  /** Where the operator's webhooks are found. */
  #webhooks: string | undefined
  #reloading: Promise<void> | undefined
  #isDue = false
  readonly #brake: RestartBrake
  /** The file whose objects are not applied yet. */
  #toApply: string | undefined
  #applying: Promise<void> | undefined
  #patience: Disposable | undefined
  #isReady = false
  #expectsWebhooks = false

  constructor(parts: DevParts) {
    this.#parts = parts
    this.#brake = new RestartBrake(parts.terminal.clock)
  }

  /** Resolves once the operator has been begun, anew if something changed meanwhile. */
  async begin(project: Promise<Project>): Promise<void> {
    this.#reloading ??= this.#reloadFrom(project).then(() => this.#reloadWhileDue())
    await this.#reloading
  }

  /** Resolves once the operator has been begun anew, or the reason why not has been shown. */
  async reload(files: readonly string[]): Promise<void> {
    if (files.length > 0) this.#parts.tell({ type: 'changed', files })
    this.#isDue = true
    this.#reloading ??= this.#reloadWhileDue()
    await this.#reloading
  }

  /** Applies the objects of a file as soon as the operator is ready, be it one that is begun anew. */
  applyWhenReady(path: string): void {
    const { terminal, tell } = this.#parts
    this.#toApply = path
    if (this.#isReady) return this.#applyNow()
    this.#patience = terminal.clock.schedule(readyWithinMs, () => {
      if (this.#expectsWebhooks) tell({ type: 'problem', message: notReadyHint(path, terminal) })
      else this.#applyNow() // a program without a manager never says that it is
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#patience?.[Symbol.dispose]()
    await this.#reloading
    await this.#operator?.stop()
    await this.#applying
  }

  #becameReady(operator: OperatorProcess | undefined): void {
    if (this.#isReady || operator !== this.#operator) return
    this.#isReady = true
    this.#parts.tell({ type: 'operator', state: 'ready' })
    this.#applyNow()
  }

  #applyNow(): void {
    const path = this.#toApply
    if (path === undefined || this.#applying !== undefined) return
    this.#patience?.[Symbol.dispose]()
    this.#applying = this.#apply(path).finally(() => (this.#applying = undefined))
  }

  /** Once: what the server cannot do now, because the operator has gone, waits for the next one. */
  async #apply(path: string): Promise<void> {
    const { cluster, tell } = this.#parts
    try {
      const objects = await applyManifests(cluster.client, path)
      this.#toApply = undefined
      tell({ type: 'applied', objects })
    } catch (error) {
      if (!(error instanceof ApiError && (error.status ?? 0) >= 500)) this.#toApply = undefined
      this.#tellProblem(error)
    }
  }

  async #reloadWhileDue(): Promise<void> {
    const { signal } = this.#parts.terminal
    while (this.#isDue && !signal.aborted) {
      await this.#brakeIfNeeded()
      if (signal.aborted) break
      this.#isDue = false
      await this.#reloadFrom(loadProject(this.#parts.configPath, this.#parts.terminal))
    }
    this.#reloading = undefined
  }

  async #brakeIfNeeded(): Promise<void> {
    const { tell, terminal } = this.#parts
    const pauseMs = this.#brake.pause()
    if (pauseMs === 0) return
    const message =
      'Sources change right after every start: the operator seems to write them itself. ' +
      `Let it write elsewhere, or below .kubewright; it starts again in ${pauseMs / 1_000} seconds.`
    tell({ type: 'problem', message })
    await sleep(terminal.clock, pauseMs, terminal.signal).catch(() => undefined) // stopped: the loop sees that
  }

  async #reloadFrom(loading: Promise<Project>): Promise<void> {
    const { terminal, tell } = this.#parts
    try {
      const project = await loading
      if (terminal.signal.aborted) return
      this.#webhooks = project.webhooks === undefined ? undefined : await this.#plannedAddress()
      await this.#install(project)
      await this.#operator?.stop()
      await this.#start(project)
    } catch (error) {
      if (terminal.signal.aborted) return
      this.#tellProblem(error)
      if (this.#operator?.isRunning !== true) return
      tell({ type: 'problem', message: 'The operator runs on as it was; save again when this is corrected.' })
    }
  }

  async #install(project: Project): Promise<void> {
    const { client } = this.#parts.cluster
    const { tell } = this.#parts
    await installNamespaces(client, project)
    const crds = await installCrds(client, project.crds, this.#webhooks)
    if (crds.length > 0) tell({ type: 'installed', crds })
    for (const crd of project.crds.filter(({ name }) => crds.includes(name))) {
      const broken = await findBrokenObjects(client, crd)
      if (broken.objects.length > 0) tell({ type: 'broken', crd: crd.name, ...broken })
    }
  }

  async #start({ webhooks }: Project): Promise<void> {
    const { tell, cluster, terminal, main, configPath } = this.#parts
    // Its port may have been taken since.
    this.#webhooks = webhooks === undefined ? undefined : await this.#webhookAddress()
    if (terminal.signal.aborted) return
    this.#isReady = false
    this.#expectsWebhooks = webhooks !== undefined
    tell({ type: 'operator', state: 'starting', main: relative(terminal.cwd, main) })
    const operator: OperatorProcess = startOperatorProcess({
      main,
      cwd: dirname(configPath),
      environment: {
        KUBEWRIGHT_LOG_LEVEL: 'warn',
        KUBEWRIGHT_LOG_FORMAT: 'pretty',
        ...(this.#webhooks === undefined ? {} : { [webhookVariable]: this.#webhooks }),
        ...terminal.environment,
        ...cluster.environment,
      },
      clock: terminal.clock,
      onMessage: (message) => {
        // A manager of an older version does not say that it is ready; one that reconciles is.
        if (message.type === 'ready' || message.type === 'reconcile') this.#becameReady(operator)
        if (message.type === 'dashboard') this.#parts.dashboard?.take(message)
        else if (message.type !== 'ready') tell(message)
      },
      onLine: (text) => tell({ type: 'line', text }),
    })
    this.#operator = operator
    this.#brake.started()
    this.#parts.dashboard?.connect((order) => operator.send(order))
    tell({ type: 'operator', state: 'running' })
    void operator.ended.then((how) => this.#ended(operator, how))
  }

  /** Where webhooks will be: an operator that runs leaves its address to the next one. */
  async #plannedAddress(): Promise<string | undefined> {
    const { webhookUrl, cluster } = this.#parts
    if (webhookUrl !== undefined || cluster.kubeconfig === undefined) return webhookUrl
    return this.#webhooks ?? webhookAddress(undefined)
  }

  /** A cluster elsewhere cannot call this machine unless somebody says how. */
  async #webhookAddress(): Promise<string | undefined> {
    const { webhookUrl, cluster } = this.#parts
    if (webhookUrl !== undefined) return webhookUrl
    if (cluster.kubeconfig !== undefined) return webhookAddress(this.#webhooks)
    const message =
      'The cluster cannot call webhooks of this machine: tell it where they are with --webhook-url https://ADDRESS:PORT'
    this.#parts.tell({ type: 'problem', message })
    return undefined
  }

  /** One that ends by itself waits for the next change. */
  #ended(operator: OperatorProcess, how: string): void {
    const { tell, terminal, cluster } = this.#parts
    if (this.#operator !== operator) return
    this.#parts.dashboard?.disconnect()
    const isExpected = terminal.signal.aborted || this.#reloading !== undefined
    tell({ type: 'operator', state: 'stopped', ...(isExpected ? {} : { how }) })
    if (isExpected || this.#webhooks === undefined) return
    void forgetWebhooks(cluster.client, this.#webhooks).catch((error: unknown) => this.#tellProblem(error))
  }

  #tellProblem(error: unknown): void {
    const { tell } = this.#parts
    if (isKubewrightError(error)) return tell({ type: 'problem', message: error.message, code: error.code })
    tell({ type: 'problem', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
