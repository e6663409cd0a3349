/**
 * Allows another cluster to exchange NetworkConfigs with this one:
 * `--accept rome --as berlin --server https://berlin.example.dev:6443 [--authority FILE]`, run by an administrator of berlin.
 * Prints the Secret that an administrator of rome applies there.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { NetworkConfig, peerSecret } from '@kubewright/network'
import { acceptPeer } from '@kubewright/replication'
import { type Client, createClient, loadConfig } from 'kubewright'

export interface AcceptRequest {
  /** The accepted cluster, and the name of the accepting one: `clusterId` of their NetworkSettings. */
  readonly origin: string
  readonly self: string
  /** The address of the accepting cluster for the other one. */
  readonly server: string
  readonly authority?: string | undefined
}

/** Returns the Secret as JSON. It contains a credential. */
export async function accept(args: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      accept: { type: 'string' },
      as: { type: 'string' },
      server: { type: 'string' },
      authority: { type: 'string' },
    },
  })
  const { accept: origin, as: self, server, authority } = values
  if (!origin || !self || !server)
    throw new Error('Name both clusters and the address of this one: --accept rome --as berlin --server https://…')
  await using client = createClient(await loadConfig(), { fieldManager: 'network-accept' })
  // npm runs the command in the folder of the package; a relative path is meant from where it was called.
  const from = process.env['INIT_CWD'] ?? process.cwd()
  const pem = authority === undefined ? undefined : readFileSync(resolve(from, authority), 'utf8')
  return JSON.stringify(await acceptCluster(client, { origin, self, server, authority: pem }), undefined, 2)
}

export async function acceptCluster(client: Client, { origin, self, server, authority }: AcceptRequest) {
  const accepted = await acceptPeer({
    client,
    origin,
    kinds: [NetworkConfig],
    server,
    ...(authority === undefined ? {} : { authority }),
  })
  return peerSecret(self, accepted)
}
