/** `kubewright dev`: a long-lived cluster, and an operator that restarts whenever its sources change. */
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { LocalClusterOptions } from '../cluster/local-cluster.ts'
import { shortest } from '../cluster/local-cluster-options.ts'
import { cliErrors } from '../errors.ts'
import { projectExplorations } from '../explore/project-explorations.ts'
import { findConfig, loadProject } from '../project/load-project.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type DevCluster, joinCluster, startOwnCluster } from './dev-cluster.ts'
import { startDevDashboard } from './dev-dashboard.ts'
import { DevSession } from './dev-session.ts'
import { devView } from './dev-view.ts'
import { watchSources } from './watch-sources.ts'
import { untilAborted } from '../terminal/until-aborted.ts'

export interface DevOptions {
  readonly main?: string
  readonly config?: string
  /** A file of initial objects. */
  readonly apply?: string
  /** Watched in addition to the folder of the configuration. */
  readonly watch?: string
  /** The webhook URL for the API server. @default an address of this machine, if the cluster is here as well */
  readonly webhookUrl?: string
  /** The port of the dashboard. @default 8790, or another that is free */
  readonly dashboard?: number
  /** The local cluster to start. Absent: the cluster of the current kubeconfig is used. */
  readonly cluster?: LocalClusterOptions
  /** Whether events are written as JSON. */
  readonly isJson: boolean
}

/** Failure: rejects if it cannot start; later errors are shown. */
export async function runDev(options: DevOptions, terminal: Terminal): Promise<void> {
  const configPath = findConfig(options.config, terminal)
  const main = findMain(options.main, dirname(configPath), terminal)
  using view = devView(terminal, options)
  const project = loadProject(configPath, terminal) // in a child process, while the cluster starts
  project.catch(() => undefined) // awaited later, which reports it
  void import('@kubewright/dashboard') // preloads while the cluster starts
  await using cluster = await clusterFor(options, terminal)
  const { url, kubeconfig } = cluster
  view.tell({ type: 'cluster', url, ...(kubeconfig === undefined ? {} : { kubeconfig }) })
  const { webhookUrl } = options
  const folders = [dirname(configPath), ...(options.watch === undefined ? [] : [resolve(terminal.cwd, options.watch)])]
  const explorations = projectExplorations({ folders, terminal })
  await using dashboard = await startDevDashboard({ cluster, configPath, explorations, port: options.dashboard })
  view.tell({ type: 'dashboard', url: dashboard.url })
  const tell = view.tell.bind(view)
  await using session = new DevSession({
    configPath,
    main,
    cluster,
    tell,
    terminal,
    webhookUrl,
    dashboard: dashboard.operator,
  })
  // Before the operator starts, so that changes during its start are not missed.
  using _watch = await watchSources({
    folders,
    clock: terminal.clock,
    onChange: (paths) => void session.reload(paths.map((path) => relative(terminal.cwd, path))),
    onLost: (folder) =>
      view.tell({
        type: 'problem',
        message: `${shortest(terminal.cwd, folder)} was removed. It is watched again when it exists.`,
      }),
  })
  await session.begin(project)
  if (options.apply !== undefined) session.applyWhenReady(resolve(terminal.cwd, options.apply))
  for (const text of hints(cluster, terminal)) view.tell({ type: 'hint', text })
  await untilAborted(terminal.signal)
  view.tell({ type: 'operator', state: 'stopping' })
}

function clusterFor({ cluster }: DevOptions, terminal: Terminal): Promise<DevCluster> {
  return cluster === undefined ? joinCluster(terminal) : startOwnCluster(cluster, terminal)
}

function findMain(main: string | undefined, root: string, { cwd }: Terminal): string {
  const candidates = main === undefined ? [join(root, 'src/main.ts'), join(root, 'main.ts')] : [resolve(cwd, main)]
  const found = candidates.find(existsSync)
  if (found !== undefined) return found
  throw cliErrors('KW_CLI_NO_PROJECT', {
    what: 'run the operator',
    why: `there is no ${candidates.map((path) => relative(cwd, path)).join(' or ')}`,
    next: 'Pass the entry point of the operator: kubewright dev FILE',
  })
}

function hints({ kubeconfig }: DevCluster, { cwd }: Terminal): readonly string[] {
  const flag = kubeconfig === undefined ? '' : `--kubeconfig ${shortest(cwd, kubeconfig)} `
  return [`try: kubectl ${flag}get all`, 'edit a file: the operator restarts, the cluster stays']
}
