/**
 * The command line of this folder.
 *
 *   tsx tools/kube-apiserver/cli.ts build                      finds or builds the programs, prints their directory
 *   tsx tools/kube-apiserver/cli.ts start --kubeconfig PATH    runs a server until Ctrl-C
 */
import { chmod, copyFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ensureRealServer } from './ensure-real-server.ts'
import { startRealServer } from './start-real-server.ts'

const usage = 'Usage: tsx tools/kube-apiserver/cli.ts build | start [--kubeconfig PATH]'

const commands = { build, start }

async function build(): Promise<void> {
  console.log((await ensureRealServer()).directory)
}

async function start(kubeconfig: string | undefined): Promise<void> {
  const asked = nextSignal('SIGINT', 'SIGTERM')
  await using server = await startRealServer()
  if (kubeconfig) {
    await copyFile(server.kubeconfigPath, kubeconfig)
    await chmod(kubeconfig, 0o600) // copying keeps the mode of an existing file
  }
  console.log(`ready ${server.url}`)
  console.log(`try   kubectl --kubeconfig ${kubeconfig ?? server.kubeconfigPath} get namespaces`)
  const end = await Promise.race([asked, server.ended])
  if (end === undefined) return
  process.exitCode = 1
  console.error(`Cannot keep the server running: ${end}.`)
}

function nextSignal(...signals: NodeJS.Signals[]): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve(undefined))
  })
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { kubeconfig: { type: 'string' } } })
  const [name = ''] = positionals
  if (!Object.hasOwn(commands, name)) throw new Error(usage)
  await commands[name as keyof typeof commands](values.kubeconfig)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
