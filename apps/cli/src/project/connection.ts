/** The connection of a command. The default is the cluster of kubectl. */
import { resolve } from 'node:path'
import { type ConnectionConfig, loadConfig } from '@kubewright/client'
import type { Terminal } from '../terminal/terminal.ts'

/** Failure: as `loadConfig` fails. */
export function connectionOf(
  { kubeconfig, context }: { readonly kubeconfig: string | undefined; readonly context: string | undefined },
  { cwd, environment }: Terminal,
): Promise<ConnectionConfig> {
  return loadConfig({
    env: environment,
    ...(kubeconfig === undefined ? {} : { kubeconfig: resolve(cwd, kubeconfig) }),
    ...(context === undefined ? {} : { context }),
  })
}
