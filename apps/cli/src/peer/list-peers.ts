/** `kubewright peer list`: the peers of a cluster, from their Secrets. */
import type { Client } from '@kubewright/client'
import { getOwn } from '@kubewright/core/json'
import { Secret } from '@kubewright/kubernetes'
import { peerSecretLabel } from '@kubewright/replication'
import { clusterLabel } from '@kubewright/replication/names'
import type { ExitCode } from '../command/exit-code.ts'
import { counted } from '../terminal/counted.ts'
import type { PeerTask } from './peer-task.ts'

export interface ListedPeer {
  readonly name: string
  readonly identity: string | undefined
  /** Whether its Secret is being deleted while replicas remain. */
  readonly isLeaving: boolean
}

export async function peersIn(client: Client, namespace: string, signal: AbortSignal): Promise<readonly ListedPeer[]> {
  const { items } = await client.list(Secret, { namespace, labels: `${peerSecretLabel}=true`, signal })
  return items.map(({ metadata }) => ({
    name: metadata.name,
    identity: getOwn(metadata.annotations, clusterLabel),
    isLeaving: metadata.deletionTimestamp !== undefined,
  }))
}

export async function listPeers({ input, terminal, client }: PeerTask): Promise<ExitCode> {
  const { namespace } = input.options
  const peers = await peersIn(client, namespace, terminal.signal)
  if (input.isJson) terminal.stdout.write(`${JSON.stringify({ namespace, peers }, undefined, 2)}\n`)
  else terminal.stdout.write(textOf(peers, namespace))
  return 0
}

function textOf(peers: readonly ListedPeer[], namespace: string): string {
  if (peers.length === 0) return `No peers in the namespace ${namespace}. To add one: kubewright peer --help\n`
  const width = Math.max(...peers.map(({ name }) => name.length))
  const lines = peers.map(({ name, identity = 'unknown', isLeaving }) => {
    return `  ${name.padEnd(width)}  ${identity}${isLeaving ? '  being removed, after its replicas' : ''}`
  })
  return `${counted(peers.length, 'peer')} in the namespace ${namespace}:\n${lines.join('\n')}\n`
}
