/** Client of a pod's backup agent. */
import type { Client } from '@kubewright/client'
import { type Pod, Secret } from '@kubewright/kubernetes/core/v1'
import type { BackupPlan } from './backup-plan.ts'
import type { BackupOperation, OperationState } from './backup-operation.ts'
import { backupErrors } from './errors.ts'
import { agentContainer, agentPort } from './names.ts'

export interface AgentOptions {
  /** Maps a pod address to a reachable host. @default the address itself */
  readonly hostOf?: (podIp: string) => string
  /** @default globalThis.fetch */
  readonly fetch?: typeof fetch
}

/** The parameters of a call to the agent of `pod`. */
export interface AgentCall {
  readonly client: Client
  readonly plan: BackupPlan
  readonly pod: Pod
  readonly signal: AbortSignal
}

/** The pods with a ready agent, sorted by name: the first does the work. */
export function podsWithAgent(pods: readonly Pod[]): readonly Pod[] {
  return pods
    .filter(({ metadata, status }) => metadata.deletionTimestamp === undefined && isAgentReady(status))
    .toSorted((one, two) => one.metadata.name.localeCompare(two.metadata.name))
}

function isAgentReady(status: Pod['status']): boolean {
  return status?.containerStatuses?.some(({ name, ready }) => name === agentContainer && ready) === true
}

/**
 * Starts an operation, or returns its state: idempotent by id. A failed operation is restarted.
 *
 * Failure: `KW_BACKUP_AGENT`.
 */
export async function askAgent(
  id: string,
  operation: BackupOperation,
  { call, options }: { readonly call: AgentCall; readonly options: AgentOptions },
): Promise<OperationState> {
  const { hostOf = (ip) => ip, fetch: send = globalThis.fetch } = options
  const url = `http://${hostOf(call.pod.status!.podIP!)}:${agentPort}/operations/${encodeURIComponent(id)}`
  const headers = { authorization: `Bearer ${await tokenFor(call)}`, connection: 'close' }
  try {
    const response = await send(url, { method: 'PUT', headers, body: JSON.stringify(operation), signal: call.signal })
    const text = await response.text()
    if (response.ok) return JSON.parse(text) as OperationState
    throw new Error(`it answered ${response.status}: ${text.slice(0, 200)}`)
  } catch (cause) {
    throw refusal(call.pod, cause instanceof Error ? cause.message : String(cause), cause)
  }
}

async function tokenFor({ client, plan, pod }: AgentCall): Promise<string> {
  const { secretName: name } = plan.spec.repository
  const { data } = await client.get(Secret, { name, namespace: plan.metadata.namespace })
  const token = Buffer.from(data?.['AGENT_TOKEN'] ?? '', 'base64').toString('utf8')
  if (token !== '') return token
  throw refusal(pod, `the Secret ${name} has no AGENT_TOKEN`)
}

function refusal({ metadata: { name, namespace } }: Pod, why: string, cause?: unknown): Error {
  return backupErrors('KW_BACKUP_AGENT', {
    what: `ask the backup agent of pod ${namespace}/${name}`,
    why,
    next: 'Read the log of its container backup-agent, and the Secret of the BackupPlan.',
    cause,
  })
}
