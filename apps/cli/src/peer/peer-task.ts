/** The shared input of the actions of `kubewright peer`. */
import { type Client, createClient } from '@kubewright/client'
import { clusterIdentity } from '@kubewright/replication'
import type { Input } from '../command/command.ts'
import { usageError } from '../command/parse-input.ts'
import { connectionOf } from '../project/connection.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { PeerOptions } from './peer-command.ts'

export interface PeerTask {
  readonly input: Input<PeerOptions>
  readonly terminal: Terminal
  /** A client of the cluster that the action is about. */
  readonly client: Client
}

/** The argument after the action. Failure: `KW_CLI_USAGE`. */
export function targetOf({ args }: Input<PeerOptions>, what: string): string {
  const [action, target] = args
  if (target === undefined) throw usageError({ name: 'peer' }, `${action} needs ${what}`)
  return target
}

/** The cluster that objects come from. Failure: `KW_CLI_USAGE`, and as the client fails. */
export async function originOf({ input, terminal }: PeerTask): Promise<string> {
  const { origin, 'origin-context': context, 'origin-kubeconfig': kubeconfig } = input.options
  if (origin !== undefined) return origin
  if (context === undefined && kubeconfig === undefined) {
    const why = `${input.args[0]} needs to know which cluster the objects come from: --origin-context NAME, or --origin IDENTITY`
    throw usageError({ name: 'peer' }, why)
  }
  const connection = await connectionOf({ context, kubeconfig: kubeconfig ?? input.options.kubeconfig }, terminal)
  await using client = createClient(connection, { clock: terminal.clock })
  return await clusterIdentity(client, terminal.signal)
}
