/** `kubewright cluster`: an API server that runs until somebody stops it. */
import { startApiServer } from '@kubewright/apiserver'
import type { Terminal } from '../terminal/terminal.ts'
import { writeKubeconfig } from './kubeconfig-file.ts'

export interface ClusterOptions {
  readonly host: string
  readonly port: number
  readonly kubeconfig: string
  readonly dataDir?: string
}

/** Failure: rejects with what could not be used, the address, the directory or the file, and what to do about it. */
export async function runCluster(options: ClusterOptions, terminal: Terminal): Promise<void> {
  const { host, port, kubeconfig, dataDir } = options
  await using server = await startApiServer({
    listen: { host, port },
    emptiesNamespaces: true,
    ...(dataDir === undefined ? {} : { dataDirectory: dataDir }),
  })
  const endpoint = server.endpoint!
  await writeKubeconfig(kubeconfig, endpoint.kubeconfig())
  terminal.stdout.write(`ready ${endpoint.url}\n`)
  terminal.stderr.write(`${hints(options)}\n`)
  await aborted(terminal.signal)
  terminal.stderr.write('stopping\n')
}

function hints({ kubeconfig, dataDir }: ClusterOptions): string {
  const kept = dataDir === undefined ? 'Objects live in memory and end with it.' : `Objects are kept in ${dataDir}.`
  return `${kept} Ctrl-C stops it. Try:\n  kubectl --kubeconfig ${kubeconfig} get namespaces`
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
