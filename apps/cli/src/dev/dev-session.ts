/**
 * The operator that runs now, and the changes that wait. One reload at a time; those that come meanwhile become one.
 *
 * The order of a reload: the project is read (one that cannot be read leaves the running operator alone), its custom resources
 * are applied, the operator stops, the operator starts.
 */
import { dirname, relative } from 'node:path'
import { isKubewrightError, sleep } from '@kubewright/core'
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
}

export class DevSession implements AsyncDisposable {
  readonly #parts: DevParts
  #operator: OperatorProcess | undefined
  /** Where the operator's webhooks are found. */
  #webhooks: string | undefined
  #reloading: Promise<void> | undefined
  #isDue = false
  readonly #brake: RestartBrake

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

  async apply(path: string): Promise<void> {
    const { cluster, tell } = this.#parts
    try {
      tell({ type: 'applied', objects: await applyManifests(cluster.client, path) })
    } catch (error) {
      this.#tellProblem(error)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reloading
    await this.#operator?.stop()
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
    const crds = await installCrds(client, project.crds)
    if (crds.length > 0) tell({ type: 'installed', crds })
    for (const crd of project.crds.filter(({ name }) => crds.includes(name))) {
      const broken = await findBrokenObjects(client, crd)
      if (broken.objects.length > 0) tell({ type: 'broken', crd: crd.name, ...broken })
    }
  }

  async #start({ webhooks }: Project): Promise<void> {
    const { tell, cluster, terminal, main, configPath } = this.#parts
    this.#webhooks = webhooks === undefined ? undefined : await this.#webhookAddress()
    if (terminal.signal.aborted) return
    tell({ type: 'operator', state: 'starting', main: relative(terminal.cwd, main) })
    const operator = startOperatorProcess({
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
      onMessage: (message) => tell(message),
      onLine: (text) => tell({ type: 'line', text }),
    })
    this.#operator = operator
    this.#brake.started()
    tell({ type: 'operator', state: 'running' })
    void operator.ended.then((how) => this.#ended(operator, how))
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
