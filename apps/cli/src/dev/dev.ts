/**
 * `kubewright dev`: a cluster that stays, and an operator that is begun anew whenever its sources change.
 *
 * The order of a reload: the project is read (one that cannot be read leaves the running operator alone), its custom resources
 * are applied, the operator stops, the operator starts.
 */
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { isKubewrightError } from '@kubewright/core'
import { cliErrors } from '../errors.ts'
import { findConfig, loadProject, type Project } from '../project/load-project.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type DevCluster, joinCluster, startOwnCluster } from './dev-cluster.ts'
import { DevView } from './dev-view.ts'
import { applyManifests, installCrds, installNamespaces } from './install.ts'
import { type OperatorProcess, startOperatorProcess } from './operator-process.ts'
import { watchSources } from './watch-sources.ts'

export interface DevOptions {
  readonly main?: string
  readonly config?: string
  /** Objects to begin with. */
  readonly apply?: string
  /** Watched beside the folder of the configuration. */
  readonly watch?: string
  /** Uses the cluster of the current kubeconfig. */
  readonly usesExisting: boolean
  readonly port: number
  readonly kubeconfig: string
  readonly dataDir?: string
}

/** Failure: rejects with what keeps it from starting; what goes wrong later is shown. */
export async function runDev(options: DevOptions, terminal: Terminal): Promise<void> {
  const configPath = findConfig(options.config, terminal)
  const main = findMain(options.main, dirname(configPath), terminal)
  using view = new DevView(terminal)
  const project = loadProject(configPath, terminal) // in a process of its own, while the cluster starts
  project.catch(() => undefined) // shown when it is needed
  await using cluster = options.usesExisting ? await joinCluster() : await startOwnCluster(options, terminal)
  view.step(`cluster ${cluster.url}`)
  const session = new DevSession({ configPath, main, cluster, view, terminal })
  await session.begin(project)
  if (options.apply !== undefined) await session.apply(resolve(terminal.cwd, options.apply))
  for (const line of hints(cluster)) view.step(line)
  const folders = [dirname(configPath), ...(options.watch === undefined ? [] : [resolve(terminal.cwd, options.watch)])]
  using _watch = await watchSources({
    folders,
    clock: terminal.clock,
    onChange: (paths) => void session.reload(paths.map((path) => relative(terminal.cwd, path))),
  })
  await aborted(terminal.signal)
  view.step('stopping')
  await session.stop()
}

interface DevParts {
  readonly configPath: string
  readonly main: string
  readonly cluster: DevCluster
  readonly view: DevView
  readonly terminal: Terminal
}

/** The operator that runs now, and the changes that wait. One reload at a time; those that come meanwhile become one. */
class DevSession {
  readonly #parts: DevParts
  #operator: OperatorProcess | undefined
  #reloading: Promise<void> | undefined
  #isDue = false

  constructor(parts: DevParts) {
    this.#parts = parts
  }

  async begin(project: Promise<Project>): Promise<void> {
    this.#reloading = this.#reloadFrom(project).finally(() => (this.#reloading = undefined))
    await this.#reloading
  }

  /** Resolves once the operator has been begun anew, or the reason why not has been shown. */
  async reload(changed: readonly string[]): Promise<void> {
    if (changed.length > 0) this.#parts.view.step(`${listed(changed)} changed`)
    this.#isDue = true
    this.#reloading ??= this.#reloadWhileDue()
    await this.#reloading
  }

  async apply(path: string): Promise<void> {
    const { cluster, view } = this.#parts
    try {
      view.step(`applied ${listed(await applyManifests(cluster.client, path))}`)
    } catch (error) {
      view.problem(messageOf(error))
    }
  }

  async stop(): Promise<void> {
    await this.#reloading
    await this.#operator?.stop()
  }

  async #reloadWhileDue(): Promise<void> {
    while (this.#isDue && !this.#parts.terminal.signal.aborted) {
      this.#isDue = false
      await this.#reloadFrom(loadProject(this.#parts.configPath, this.#parts.terminal))
    }
    this.#reloading = undefined
  }

  async #reloadFrom(project: Promise<Project>): Promise<void> {
    const { view, cluster, terminal } = this.#parts
    try {
      const described = await project
      await installNamespaces(cluster.client, described)
      const installed = await installCrds(cluster.client, described.crds)
      if (installed.length > 0) view.step(`installed ${listed(installed)}`)
      await this.#operator?.stop()
      this.#start()
    } catch (error) {
      if (terminal.signal.aborted) return
      view.problem(messageOf(error))
      if (this.#operator !== undefined)
        view.problem('The operator runs on as it was; save again when this is corrected.')
    }
  }

  #start(): void {
    const { view, cluster, terminal, main, configPath } = this.#parts
    view.operatorIs('starting')
    view.step(`starting ${relative(terminal.cwd, main)}`)
    const operator = startOperatorProcess({
      main,
      cwd: dirname(configPath),
      environment: {
        KUBEWRIGHT_LOG_LEVEL: 'warn',
        KUBEWRIGHT_LOG_FORMAT: 'pretty',
        ...terminal.environment,
        ...cluster.environment,
      },
      clock: terminal.clock,
      onReconcile: (message) => view.reconciled(message),
      onLine: (line) => view.line(line),
    })
    this.#operator = operator
    view.operatorIs('running')
    void operator.ended.then((how) => this.#ended(operator, how))
  }

  /** One that ends by itself waits for the next change. */
  #ended(operator: OperatorProcess, how: string): void {
    const { view, terminal } = this.#parts
    if (this.#operator !== operator) return
    view.operatorIs('stopped')
    if (terminal.signal.aborted || this.#reloading !== undefined) return
    view.problem(`The operator ended with ${how}. It starts again when a file changes.`)
  }
}

function findMain(main: string | undefined, root: string, { cwd }: Terminal): string {
  const candidates = main === undefined ? [join(root, 'src/main.ts'), join(root, 'main.ts')] : [resolve(cwd, main)]
  const found = candidates.find(existsSync)
  if (found !== undefined) return found
  throw cliErrors('KW_CLI_NO_PROJECT', {
    what: 'run the operator',
    why: `there is no ${candidates.map((path) => relative(cwd, path)).join(' or ')}`,
    next: 'Name what starts it: kubewright dev FILE',
  })
}

function hints({ kubeconfig }: DevCluster): readonly string[] {
  const flag = kubeconfig === undefined ? '' : `--kubeconfig ${kubeconfig} `
  return [`try: kubectl ${flag}get all`, 'edit a file: the operator starts anew, the cluster stays']
}

/** `a, b and 3 more` */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 4).join(', ')
  return names.length > 4 ? `${shown} and ${names.length - 4} more` : shown
}

function messageOf(error: unknown): string {
  if (isKubewrightError(error)) return `${error.message} (${error.code})`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
