/** `kubewright peer remove`: removes a peer once its replicas are gone, or abandons them. */
import { type Client, deleted, ignoreNotFound } from '@kubewright/client'
import { type Duration, formatDuration, isKubewrightError, toMs } from '@kubewright/core'
import { getOwn } from '@kubewright/core/json'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { abandonAnnotation, peerSecretLabel } from '@kubewright/replication'
import { leftBehindName, replicasFinalizer } from '@kubewright/replication/names'
import type { ExitCode } from '../command/exit-code.ts'
import { cliErrors } from '../errors.ts'
import { withProgress } from '../terminal/progress.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { peersIn } from './list-peers.ts'
import { type PeerTask, targetOf } from './peer-task.ts'

export async function removePeer({ input, terminal, client }: PeerTask): Promise<ExitCode> {
  const { namespace, abandon, timeout } = input.options
  const name = targetOf(input, 'the name of a peer: kubewright peer remove berlin')
  const timeoutMs = toMs(timeout as Duration)
  const ref = { name, namespace }
  const secret = await client.get(Secret, ref, { signal: terminal.signal }).catch(ignoreNotFound)
  if (secret === undefined || getOwn(secret.metadata.labels, peerSecretLabel) !== 'true') {
    throw unknownPeer(
      name,
      namespace,
      (await peersIn(client, namespace, terminal.signal)).map((one) => one.name),
    )
  }
  const { uid } = secret.metadata
  const isHeld = secret.metadata.finalizers?.includes(replicasFinalizer) ?? false
  if (abandon && isHeld) {
    const metadata = { uid, annotations: { [abandonAnnotation]: 'true' } }
    await client.patch(Secret, ref, { metadata } as never, { signal: terminal.signal })
  }
  const going = { ...ref, uid }
  await withProgress(terminal, abandon ? 'releasing its originals' : 'deleting its replicas', () =>
    remove(client, going, timeoutMs, terminal),
  )
  const left = abandon ? await leftBehind(client, going, terminal.signal) : undefined
  if (input.isJson) terminal.stdout.write(`${JSON.stringify({ name, wasHeld: isHeld, leftBehind: left ?? null })}\n`)
  else terminal.stdout.write(reportOf(name, namespace, { isHeld, isAbandoned: abandon, left }))
  return 0
}

interface Going {
  readonly name: string
  readonly namespace: string
  readonly uid: string
}

/** Failure: `KW_CLI_PEER` if it is not gone before the deadline. */
async function remove(client: Client, { uid, ...ref }: Going, timeoutMs: number, { signal }: Terminal): Promise<void> {
  try {
    await client.delete(Secret, ref, { signal, preconditions: { uid } })
    await client.waitFor(Secret, ref, deleted, { signal, timeout: timeoutMs })
  } catch (error) {
    throw isKubewrightError(error, 'KW_CLIENT_WAIT_TIMEOUT') ? stillThere(ref.name, timeoutMs) : error
  }
}

/** The replicas left behind, from the replicating program's record for this Secret. No record: none. */
async function leftBehind(
  client: Client,
  { name, namespace, uid }: Going,
  signal: AbortSignal,
): Promise<LeftBehind | undefined> {
  const noted = await client.get(ConfigMap, { name: leftBehindName(name), namespace }, { signal }).catch(ignoreNotFound)
  const { data = {} } = noted ?? {}
  if (data['secret-uid'] !== uid) return undefined
  return {
    cluster: data['cluster'] ?? '',
    count: Number(data['count']),
    replicas: (data['replicas'] ?? '').split('\n'),
  }
}

interface LeftBehind {
  readonly cluster: string
  readonly count: number
  readonly replicas: readonly string[]
}

interface Removal {
  readonly isHeld: boolean
  readonly isAbandoned: boolean
  readonly left: LeftBehind | undefined
}

function reportOf(name: string, namespace: string, { isHeld, isAbandoned, left }: Removal): string {
  if (!isHeld) {
    return `✓ ${name} is no longer a peer. No program used it; if objects still have a finalizer
  replication.kubewright.dev/…, their condition Replicated has the next step.\n`
  }
  if (!isAbandoned) return `✓ no replica is left at ${name}, and it is no longer a peer\n`
  if (left === undefined) return `✓ ${name} is abandoned, and no replica stays there\n`
  const { count, cluster, replicas } = left
  const listed = replicas.slice(0, 20).map((one) => `  ${one}`)
  const more = count > listed.length ? [`  and ${count - listed.length} more`] : []
  const what = count === 1 ? 'a replica stays' : `${count} replicas stay`
  return [
    `✓ ${name} is abandoned`,
    `! ${what} behind in the cluster ${cluster}:`,
    ...listed,
    ...more,
    `  The ConfigMap ${namespace}/${leftBehindName(name)} keeps this list.`,
    '',
  ].join('\n')
}

function unknownPeer(name: string, namespace: string, known: readonly string[]): Error {
  return cliErrors('KW_CLI_PEER', {
    what: `remove the peer ${name}`,
    why: `there is no Secret for a peer of that name in the namespace ${namespace}`,
    next:
      known.length === 0
        ? 'There are no peers; pass the right cluster with --context.'
        : `The peers are: ${known.join(', ')}.`,
    details: { name, namespace },
  })
}

function stillThere(name: string, timeoutMs: number): Error {
  return cliErrors('KW_CLI_PEER', {
    what: `remove the peer ${name} within ${formatDuration(timeoutMs)}`,
    why: 'replicas are left, the peer does not respond, or no program with replicate(…) is running',
    next: `Removal continues while such a program runs; kubewright peer list shows it. If the cluster is lost: kubewright peer remove ${name} --abandon`,
    details: { name },
  })
}
