/** Carries out one action of `kubewright peer`. */
import { createClient } from '@kubewright/client'
import { clusterIdentity } from '@kubewright/replication'
import type { Input } from '../command/command.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { connectionOf } from '../project/connection.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { acceptOther } from './accept-other.ts'
import { addPeer } from './add-peer.ts'
import { listPeers } from './list-peers.ts'
import type { PeerAction, PeerOptions } from './peer-command.ts'
import type { PeerTask } from './peer-task.ts'
import { removePeer } from './remove-peer.ts'
import { revokeOther } from './revoke-other.ts'

const actions: Readonly<Record<PeerAction, (task: PeerTask) => Promise<ExitCode>>> = {
  accept: acceptOther,
  add: addPeer,
  list: listPeers,
  remove: removePeer,
  revoke: revokeOther,
  identity: printIdentity,
}

/** Failure: `KW_CLI_USAGE`, `KW_CLI_PEER`, `KW_REPLICATION_…`, and as the client fails. */
export async function runPeer(input: Input<PeerOptions>, terminal: Terminal): Promise<ExitCode> {
  const [action] = input.args as readonly [PeerAction]
  const connection = await connectionOf(input.options, terminal)
  await using client = createClient(connection, { fieldManager: 'kubewright-peer', clock: terminal.clock })
  return await actions[action]({ input, terminal, client })
}

async function printIdentity({ input, terminal, client }: PeerTask): Promise<ExitCode> {
  const identity = await clusterIdentity(client, terminal.signal)
  terminal.stdout.write(input.isJson ? `${JSON.stringify({ identity })}\n` : `${identity}\n`)
  return 0
}
