/** `kubewright cluster`: an API server, and what a cluster does beside it, until somebody stops them. */
import type { Terminal } from '../terminal/terminal.ts'
import { untilAborted } from '../terminal/until-aborted.ts'
import type { LocalClusterOptions } from './local-cluster.ts'
import { shortest } from './local-cluster-options.ts'

export interface ClusterOptions extends LocalClusterOptions {
  /** Whether a program reads where it serves. @default false */
  readonly isJson?: boolean
}

/** Failure: rejects with what could not be used, the address, the directory or the file, and what to do about it. */
export async function runCluster(options: ClusterOptions, terminal: Terminal): Promise<void> {
  // By itself, not as a part of this file: a build puts what two commands share into one file with all they share.
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
  const kept = dataDir === undefined ? 'Objects live in memory and end with it.' : `Objects are kept in ${dataDir}.`
  const next = simulation === undefined ? 'get namespaces' : 'create deployment web --image=nginx --replicas=2'
  return `${kept} Ctrl-C stops it. Try:\n  kubectl --kubeconfig ${shortest(cwd, kubeconfig)} ${next}`
}
