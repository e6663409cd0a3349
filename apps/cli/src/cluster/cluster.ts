/** `kubewright cluster`: an API server that runs until somebody stops it. */
import { startApiServer } from '@kubewright/apiserver'
import type { Terminal } from '../terminal.ts'
import { writeKubeconfig } from './kubeconfig-file.ts'
import { explainStart } from './start-failure.ts'

export interface ClusterOptions {
  readonly host: string
  readonly port: number
  readonly kubeconfig: string
}

/** Failure: rejects with what could not be used, and what to do about it. */
export async function runCluster(options: ClusterOptions, terminal: Terminal): Promise<void> {
  const { host, port, kubeconfig } = options
  await using server = await startApiServer({ listen: { host, port } }).catch((error: unknown) => {
    throw explainStart(error, options)
  })
  const endpoint = server.endpoint!
  await writeKubeconfig(kubeconfig, endpoint.kubeconfig())
  terminal.stdout.write(`ready ${endpoint.url}\n`)
  terminal.stderr.write(`${hints(options)}\n`)
  await aborted(terminal.signal)
  terminal.stderr.write('stopping\n')
}

function hints({ kubeconfig }: ClusterOptions): string {
  return `Objects live in memory and end with it. Ctrl-C stops it. Try:\n  kubectl --kubeconfig ${kubeconfig} get namespaces`
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
