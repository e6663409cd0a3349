/** The replicated objects and the messages between processes, shared by the processes of the benchmark. */
import type { Client } from '@kubewright/client'
import { established } from '@kubewright/client'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'

export const Subnet = defineResource({
  group: 'net.example.dev',
  version: 'v1',
  kind: 'Subnet',
  scope: 'Namespaced',
  spec: z.object({ cidr: z.string(), note: z.string().optional() }),
  status: z.object({ given: z.string().optional() }),
  conditions: ['Replicated', 'Accepted'],
})

/** The address and credentials of a server. */
export interface Reach {
  readonly url: string
  readonly ca: string
  readonly token: string
}

/** A peer, as reported by its process. */
export interface PeerReach extends Reach {
  readonly name: string
  readonly identity: string
}

/** The replication algorithm. */
export type ArmKind =
  /** The one of this repository. */
  | 'ours'
  /** The original's, with one set of handlers. */
  | 'original'
  /** The original's, unmodified: an additional set of handlers on the single local informer for each peer. */
  | 'handlers'

/** The requests to the process of a replicator. */
export type ArmRequest =
  | { readonly do: 'connect'; readonly home: Reach; readonly peers: readonly PeerReach[]; readonly origin: string }
  | { readonly do: 'usage' }

export interface ArmUsage {
  readonly cpuMs: number
  readonly heapBytes: number
  readonly rssBytes: number
  /** Without requests that open watches. */
  readonly requests: number
  readonly byMethod: Readonly<Record<string, number>>
  /** Errors that the original dropped, by code. */
  readonly dropsByCode: Readonly<Record<string, number>>
}

export const peerName = (at: number) => `peer-${at}`
export const destinationLabel = 'example.dev/to'

/** An object with the labels of both algorithms. */
export function original(peer: string, at: number) {
  const labels = { [destinationLabel]: peer, 'liqo.io/replication': 'true', 'liqo.io/remoteID': peer }
  return {
    metadata: { name: `${peer}-${at}`, namespace: 'default', labels },
    spec: { cidr: `10.${at}.0.0/16`, note: 'a note of the usual length, which somebody wrote and nobody reads' },
  }
}

export async function installSubnets(client: Client): Promise<void> {
  await client.apply(CustomResourceDefinition, Subnet.crd(), { fieldManager: 'bench', force: true })
  await client.waitFor(CustomResourceDefinition, { name: `${Subnet.plural}.${Subnet.group}` }, established)
}
