/**
 * The running operator and its reloads. One reload at a time; changes during a reload are coalesced into the next.
 *
 * A reload loads the project (a project that fails to load leaves the running operator alone), applies its CRDs, stops the
 * operator and starts it again. Initial objects are applied once the operator is ready, because its webhooks must see them.
 */
import { dirname, relative } from 'node:path'
import { ApiError } from '@kubewright/client'
import { isKubewrightError, sleep } from '@kubewright/core'
import type { RemoteOperator } from '@kubewright/dashboard'
import { managerSettings } from '@kubewright/manager/settings'
import { loadProject, type Project } from '../project/load-project.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { findBrokenObjects } from './broken-objects.ts'
import type { DevCluster } from './dev-cluster.ts'
import type { TellDev } from './dev-event.ts'
import { applyManifests, installCrds, installNamespaces } from './install.ts'
import { isManagerInfo } from './manager-info.ts'
import { type OperatorProcess, startOperatorProcess } from './operator-process.ts'
import { RestartThrottle } from './restart-throttle.ts'
import { forgetWebhooks, webhookAddress, webhookVariable } from './webhook-address.ts'

export interface DevParts {
  readonly configPath: string
  /** The entry point of the operator. */
  readonly main: string
  readonly cluster: DevCluster
  readonly tell: TellDev
  readonly terminal: Terminal
  /** The webhook URL for the API server, if the user gave one. */
  readonly webhookUrl: string | undefined
  /** Connects the operator with the dashboard, if there is one. */
  readonly dashboard: RemoteOperator | undefined
}

/** The deadline for readiness: after it the user gets a hint, or a program without a manager is assumed to be ready. */
const readyWithinMs = 20_000

function notReadyHint(path: string, { cwd }: Terminal): string {
  return `${relative(cwd, path)} has not been applied yet, because the operator is not ready. Its log has the cause.`
}

export class DevSession implements AsyncDisposable {
  readonly #parts: DevParts
  #operator: OperatorProcess | undefined
  /** The address of the operator's webhooks. */
  #webhooks: string | undefined
  #reloading: Promise<void> | undefined
  #isDue = false
  readonly #throttle: RestartThrottle
  /** The file of objects not yet applied. */
  #toApply: string | undefined
  #applying: Promise<void> | undefined
  #patience: Disposable | undefined
  #isReady = false
  #expectsWebhooks = false

  constructor(parts: DevParts) {
    this.#parts = parts
    this.#throttle = new RestartThrottle(parts.terminal.clock)
  }

  /** Resolves once the operator has started, including a reload for changes in the meantime. */
  async begin(project: Promise<Project>): Promise<void> {
    this.#reloading ??= this.#reloadFrom(project).then(() => this.#reloadWhileDue())
    await this.#reloading
  }

  /** Resolves once the operator has restarted, or the reason why not has been shown. */
  async reload(files: readonly string[]): Promise<void> {
    if (files.length > 0) this.#parts.tell({ type: 'changed', files })
    this.#isDue = true
    this.#reloading ??= this.#reloadWhileDue()
    await this.#reloading
  }

  /** Applies the objects of a file once the operator, or its next start, is ready. */
  applyWhenReady(path: string): void {
    const { terminal, tell } = this.#parts
    this.#toApply = path
    if (this.#isReady) return this.#applyNow()
    this.#patience = terminal.clock.schedule(readyWithinMs, () => {
      if (this.#expectsWebhooks) tell({ type: 'problem', message: notReadyHint(path, terminal) })
      else this.#applyNow() // a program without a manager never reports readiness
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

  /** One attempt. If it fails because the operator is gone, the next start tries again. */
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
      await this.#throttleIfNeeded()
      if (signal.aborted) break
      this.#isDue = false
      await this.#reloadFrom(loadProject(this.#parts.configPath, this.#parts.terminal))
    }
    this.#reloading = undefined
  }

  async #throttleIfNeeded(): Promise<void> {
    const { tell, terminal } = this.#parts
    const pauseMs = this.#throttle.pause()
    if (pauseMs === 0) return
    const message =
      'Source files change right after every start: the operator seems to write them. ' +
      `Write to another folder, or below .kubewright. The operator restarts in ${pauseMs / 1_000} seconds.`
    tell({ type: 'problem', message })
    await sleep(terminal.clock, pauseMs, terminal.signal).catch(() => undefined) // aborted: the loop checks that
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
      tell({
        type: 'problem',
        message: 'The previous version of the operator keeps running. Correct the file and save it.',
      })
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
    // Its port may have been taken in the meantime.
    this.#webhooks = webhooks === undefined ? undefined : await this.#webhookAddress()
    if (terminal.signal.aborted) return
    this.#isReady = false
    this.#expectsWebhooks = webhooks !== undefined
    tell({ type: 'operator', state: 'starting', main: relative(terminal.cwd, main) })
    const isQuiet = terminal.environment[managerSettings.logLevel.variable] === undefined
    const operator: OperatorProcess = startOperatorProcess({
      main,
      cwd: dirname(configPath),
      environment: {
        KUBEWRIGHT_LOG_LEVEL: 'info',
        KUBEWRIGHT_LOG_FORMAT: 'pretty',
        ...(this.#webhooks === undefined ? {} : { [webhookVariable]: this.#webhooks }),
        ...terminal.environment,
        ...cluster.environment,
      },
      clock: terminal.clock,
      onMessage: (message) => {
        // A manager of an older version does not report readiness. The first reconcile implies it.
        if (message.type === 'ready' || message.type === 'reconcile') this.#becameReady(operator)
        if (message.type === 'dashboard') this.#parts.dashboard?.take(message)
        else if (message.type !== 'ready') tell(message)
      },
      // An explicit log level shows every line.
      onLine: (text) => (isQuiet && isManagerInfo(text)) || tell({ type: 'line', text }),
    })
    this.#operator = operator
    this.#throttle.started()
    this.#parts.dashboard?.connect((order) => operator.send(order))
    tell({ type: 'operator', state: 'running' })
    void operator.ended.then((how) => this.#ended(operator, how))
  }

  /** The address of webhooks after the restart: a running operator passes its address on. */
  async #plannedAddress(): Promise<string | undefined> {
    const { webhookUrl, cluster } = this.#parts
    if (webhookUrl !== undefined || cluster.kubeconfig === undefined) return webhookUrl
    return this.#webhooks ?? webhookAddress(undefined)
  }

  /** A remote cluster cannot call this machine unless the user gives a URL. */
  async #webhookAddress(): Promise<string | undefined> {
    const { webhookUrl, cluster } = this.#parts
    if (webhookUrl !== undefined) return webhookUrl
    if (cluster.kubeconfig !== undefined) return webhookAddress(this.#webhooks)
    const message =
      'The cluster cannot reach the webhooks of this machine. Pass an address that it can reach: --webhook-url https://ADDRESS:PORT'
    this.#parts.tell({ type: 'problem', message })
    return undefined
  }

  /** An operator that exits by itself is restarted by the next change. */
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
