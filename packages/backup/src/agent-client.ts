/** Client of a pod's backup agent. */
import { isIPv6 } from 'node:net'
import type { Client } from '@kubewright/client'
import type { Clock } from '@kubewright/core'
import { deadline } from '@kubewright/core/time'
import { type Pod, Secret } from '@kubewright/kubernetes/core/v1'
import { isSidecarReady, readAnswerText } from '@kubewright/sidecar'
import type { BackupPlan } from './backup-plan.ts'
import type { BackupOperation, OperationState } from './backup-operation.ts'
import { backupErrors } from './errors.ts'
import { agentContainer, agentPort } from './names.ts'

/** Options of controllers for reaching the backup agents in pods. */
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
  readonly clock: Clock
}

/** An agent answers at once: operations run in the background. */
const answerWithin = '10s'

/** The pods with a ready agent, sorted by name: the first does the work. */
export function podsWithAgent(pods: readonly Pod[]): readonly Pod[] {
  return pods
    .filter((pod) => pod.metadata.deletionTimestamp === undefined && isSidecarReady({ container: agentContainer }, pod))
    .toSorted((one, two) => one.metadata.name.localeCompare(two.metadata.name))
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
  const { fetch: send = globalThis.fetch } = options
  const url = `${originOf(call.pod, options)}/operations/${encodeURIComponent(id)}`
  const headers = { authorization: `Bearer ${await tokenFor(call)}`, connection: 'close' }
  const late = () => new Error(`it did not respond within ${answerWithin}`)
  using limit = deadline(call.clock, answerWithin, late, call.signal)
  const { signal } = limit
  try {
    // A redirect would send the token to its target.
    const request = { method: 'PUT', headers, body: JSON.stringify(operation), redirect: 'error', signal } as const
    const response = await send(url, request)
    const text = await readAnswerText(response)
    if (response.ok) return JSON.parse(text) as OperationState
    throw new Error(`it answered ${response.status}: ${text.slice(0, 200)}`)
  } catch (cause) {
    throw refusal(call.pod, `${url}: ${reasonOf(cause)}`, cause)
  }
}

function originOf({ status }: Pod, { hostOf = (ip) => ip }: AgentOptions): string {
  const host = hostOf(status!.podIP!)
  return `http://${isIPv6(host) ? `[${host}]` : host}:${agentPort}`
}

/** Unwraps the cause of a `fetch` error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
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
    what: `call the backup agent of pod ${namespace}/${name}`,
    why,
    next: 'Check the log of its container backup-agent, and the keys of the Secret of the BackupPlan.',
    cause,
  })
}
