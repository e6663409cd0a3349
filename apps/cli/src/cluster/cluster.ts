/** `kubewright cluster`: runs an API server and the simulated rest of a cluster until it is stopped. */
import type { Terminal } from '../terminal/terminal.ts'
import { untilAborted } from '../terminal/until-aborted.ts'
import type { LocalClusterOptions } from './local-cluster.ts'
import { shortest } from './local-cluster-options.ts'

export interface ClusterOptions extends LocalClusterOptions {
  /** Writes the address as JSON, for a program. @default false */
  readonly isJson?: boolean
}

/** Failure: rejects with an error that names the address, directory or file, and how to fix it. */
export async function runCluster(options: ClusterOptions, terminal: Terminal): Promise<void> {
  // Imported dynamically: a static import would make the bundler merge it into a chunk with everything both commands share.
  const { startLocalCluster } = await import('./local-cluster.ts')
  await using cluster = await startLocalCluster(options, terminal)
  const { url } = cluster
  const { kubeconfig } = options
  terminal.stdout.write(`${options.isJson ? JSON.stringify({ url, kubeconfig }) : `ready ${url}`}\n`)
  terminal.stderr.write(`${hints(options, terminal)}\n`)
  await untilAborted(terminal.signal)
  terminal.stderr.write('stopping\n')
}

function hints({ kubeconfig, dataDir, simulation }: ClusterOptions, { cwd }: Terminal): string {
  const kept =
    dataDir === undefined ? 'Objects are kept in memory, and lost when it stops.' : `Objects are kept in ${dataDir}.`
  const next = simulation === undefined ? 'get namespaces' : 'create deployment web --image=nginx --replicas=2'
  return `${kept} Ctrl-C stops it. Try:\n  kubectl --kubeconfig ${shortest(cwd, kubeconfig)} ${next}`
}
