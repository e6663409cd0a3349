/** The API server of one run: it listens for the process, and serves the user and the garbage collector without a socket. */
import { type ApiServer, type AuditEvent, startApiServer } from '@kubewright/apiserver'
import { createClient, established } from '@kubewright/client'
import type { Transport } from '@kubewright/client/transport'
import { systemClock } from '@kubewright/core'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import type { Definable } from '../cluster/cluster.ts'
import { ClusterWebhooks } from '../cluster/cluster-webhooks.ts'
import { disposeAll } from '../cluster/dispose-all.ts'
import type { Role } from '../explore/world/actor.ts'
import { ownAgent } from './call-match.ts'

const auditPolicy = { omitStages: ['RequestReceived'], rules: [{ level: 'RequestResponse' }] } as const

export async function startExplorationServer(resources: readonly Definable[]): Promise<ApiServer> {
  const webhooks = new ClusterWebhooks({ resources }, systemClock)
  const server = await startApiServer({ listen: {}, emptiesNamespaces: true, auditPolicy, ...webhooks.serverOptions })
  try {
    await install(server, resources, webhooks)
    return server
  } catch (error) {
    await disposeAll([server]).catch(() => undefined) // the start error matters more
    throw error
  }
}

async function install(server: ApiServer, resources: readonly Definable[], webhooks: ClusterWebhooks): Promise<void> {
  await using client = createClient(transportOf(server, 'cluster'))
  for (const resource of resources) await client.create(CustomResourceDefinition, webhooks.crdOf(resource))
  for (const { plural, group } of resources)
    await client.waitFor(CustomResourceDefinition, { name: `${plural}.${group}` }, established)
}

/** Marks requests that are not the process's, so that faults do not apply to them. */
export function transportOf(server: ApiServer, role: Exclude<Role, 'operator'>): Transport {
  const transport = server.transport() as Transport
  const agent = { 'user-agent': `${ownAgent}-${role}` }
  return {
    host: transport.host,
    send: (request) => transport.send({ ...request, headers: { ...request.headers, ...agent } }),
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  }
}

/** The role that made a request. */
export function roleOf({ userAgent = '' }: AuditEvent): Role {
  if (!userAgent.startsWith(ownAgent)) return 'operator'
  return userAgent === `${ownAgent}-user` ? 'user' : 'cluster'
}

/** A kubeconfig in JSON, which is valid YAML, for programs without a YAML parser. It holds the administrator's token. */
export function kubeconfigOf({ endpoint }: ApiServer): string {
  const { url, authority, token } = endpoint!
  const name = 'exploration'
  const data = Buffer.from(authority).toString('base64')
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': data } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  })
}
