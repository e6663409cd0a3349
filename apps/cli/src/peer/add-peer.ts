/** `kubewright peer add`: checks the other cluster's file, and stores it where a replicating program finds it. */
import { resolve } from 'node:path'
import {
  type Client,
  createClient,
  established,
  ignoreNotFound,
  isForbidden,
  isNotFound,
  isUnauthorized,
} from '@kubewright/client'
import { getOwn } from '@kubewright/core/json'
import { CustomResourceDefinition, Namespace, Secret } from '@kubewright/kubernetes'
import {
  clusterIdentity,
  peerSecretLabel,
  peerSecret,
  ReplicationResource,
  tenantNamespace,
} from '@kubewright/replication'
import { clusterLabel } from '@kubewright/replication/names'
import type { ExitCode } from '../command/exit-code.ts'
import { cliErrors } from '../errors.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { connectionIn, type PeerConnection, type PeerFile, readPeerFile } from './peer-file.ts'
import { type PeerTask, targetOf } from './peer-task.ts'

export async function addPeer({ input, terminal, client }: PeerTask): Promise<ExitCode> {
  const shown = targetOf(input, 'the file that accept wrote: kubewright peer add berlin.peer.yaml')
  const file = await readPeerFile(resolve(terminal.cwd, shown), shown)
  const { signal } = terminal
  const { namespace } = input.options
  const origin = await clusterIdentity(client, signal)
  assertMeantForUs(file, origin, shown)
  const connection = await connectionIn(file, shown)
  const isRekeyed = await assertFree(client, namespace, file, signal)
  const doubt = await askPeer(file, connection, terminal)
  await installReplication(client, signal)
  const exists = await client.get(Namespace, { name: namespace }, { signal }).catch(ignoreNotFound)
  if (exists === undefined) await client.create(Namespace, { metadata: { name: namespace } }, { signal })
  const secret = peerSecret({ name: file.name, namespace, origin, accepted: file })
  await client.apply(Secret, secret as never, { force: true, signal })
  const { name, identity } = file
  if (input.isJson) terminal.stdout.write(`${JSON.stringify({ name, identity, namespace, isRekeyed, doubt })}\n`)
  else terminal.stdout.write(reportOf({ ...file, namespace, isRekeyed, doubt }))
  return 0
}

function assertMeantForUs({ tenant, identity, name }: PeerFile, origin: string, file: string): void {
  if (identity === origin) {
    throw refused(
      name,
      `${file} is a peer file for this cluster itself`,
      'Add it to the other cluster: --context CONTEXT',
    )
  }
  if (tenant === tenantNamespace(origin)) return
  throw refused(
    name,
    `${file} is for the origin with the tenant namespace ${tenant}; the identity of this cluster is ${origin}`,
    `Pass the right cluster with --context, or create a file for this one: kubewright peer accept ${name} --origin ${origin} …`,
  )
}

/** @returns whether the peer exists already and gets a new credential */
async function assertFree(client: Client, namespace: string, file: PeerFile, signal: AbortSignal): Promise<boolean> {
  const { items } = await client.list(Secret, { namespace, labels: `${peerSecretLabel}=true`, signal })
  const identityOf = ({ metadata }: (typeof items)[number]) => getOwn(metadata.annotations, clusterLabel)
  const namesake = items.find(({ metadata }) => metadata.name === file.name)
  const twin = items.find((one) => one !== namesake && identityOf(one) === file.identity)
  if (twin !== undefined) {
    throw refused(
      file.name,
      `the same cluster, ${file.identity}, is the peer ${twin.metadata.name} already`,
      `Use that name; or remove it first: kubewright peer remove ${twin.metadata.name}`,
    )
  }
  if (namesake === undefined) return false
  if (namesake.metadata.deletionTimestamp !== undefined) {
    throw refused(
      file.name,
      'a peer of that name is being removed',
      'Wait until it is gone: kubewright peer list shows it.',
    )
  }
  if (identityOf(namesake) === file.identity) return true
  throw refused(
    file.name,
    `a peer of that name is another cluster: ${identityOf(namesake) ?? 'unknown'}, not ${file.identity}`,
    `Use another name; or remove that one first: kubewright peer remove ${file.name}`,
  )
}

/** @returns why the peer is unreachable from here, if it is: the program may still reach it. Failure: `KW_CLI_PEER`. */
async function askPeer(file: PeerFile, connection: PeerConnection, terminal: Terminal): Promise<string | undefined> {
  await using client = createClient(connection, { clock: terminal.clock })
  try {
    const { metadata } = await client.get(Namespace, { name: file.tenant }, { signal: terminal.signal })
    const found = getOwn(metadata.labels, clusterLabel)
    if (found === file.identity) return undefined
    throw refused(
      file.name,
      `its connection leads to the cluster ${found ?? '(unknown)'}, not to ${file.identity}`,
      'Accept it again with the address of the right cluster: kubewright peer accept … --server URL',
    )
  } catch (error) {
    terminal.signal.throwIfAborted()
    if (isForbidden(error) || isUnauthorized(error) || isNotFound(error)) throw notAccepted(file, error)
    if ((error as { code?: string }).code === 'KW_CLI_PEER') throw error
    return (error as Error).message
  }
}

async function installReplication(client: Client, signal: AbortSignal): Promise<void> {
  const crd = ReplicationResource.crd()
  await client.apply(CustomResourceDefinition, crd as never, { force: true, signal })
  await client.waitFor(CustomResourceDefinition, { name: crd.metadata.name }, established, { signal })
}

interface Added extends PeerFile {
  readonly namespace: string
  readonly isRekeyed: boolean
  readonly doubt: string | undefined
}

function reportOf({ name, identity, namespace, isRekeyed, doubt }: Added): string {
  const answers =
    doubt === undefined
      ? `✓ ${name} answers, and is the cluster ${identity}`
      : `! ${name} was not checked, because it cannot be reached from here: ${doubt}`
  return `${answers}
✓ Secret ${namespace}/${name} ${isRekeyed ? 'has the new credential' : 'is stored'}

Programs with replicate(…) on fromSecrets({ namespace: '${namespace}', labels: '${peerSecretLabel}=true' }) use it at once.
To choose the objects that are replicated there, apply a Replication, for example:

apiVersion: replication.kubewright.dev/v1alpha1
kind: Replication
metadata: { name: subnets }
spec: { resource: { group: net.example.dev, kind: Subnet }, peers: [${name}] }
`
}

function refused(name: string, why: string, next: string): Error {
  return cliErrors('KW_CLI_PEER', { what: `add the peer ${name}`, why, next, details: { name } })
}

function notAccepted({ name, tenant }: PeerFile, cause: unknown): Error {
  return cliErrors('KW_CLI_PEER', {
    what: `add the peer ${name}`,
    why: `it does not accept the credential: ${(cause as Error).message}`,
    next: `The namespace ${tenant} there may have been deleted, or the credential expired. Accept it again: kubewright peer accept ${name} …`,
    details: { name },
    cause,
  })
}
