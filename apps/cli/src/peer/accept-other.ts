/** `kubewright peer accept`: grants another cluster its tenant namespace, and writes the credential for it. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Client, ConnectionConfig } from '@kubewright/client'
import { isValidName } from '@kubewright/core/object'
import { acceptPeer, clusterIdentity, peerSecret } from '@kubewright/replication'
import type { Resource } from '@kubewright/resource'
import { stringify } from 'yaml'
import type { ExitCode } from '../command/exit-code.ts'
import { usageError } from '../command/parse-input.ts'
import { cliErrors } from '../errors.ts'
import { connectionOf } from '../project/connection.ts'
import { replaceFile } from '../project/replace-file.ts'
import { writeError } from '../project/write-error.ts'
import { originOf, type PeerTask, targetOf } from './peer-task.ts'

export async function acceptOther(task: PeerTask): Promise<ExitCode> {
  const { input, terminal, client } = task
  const name = nameOf(
    targetOf(input, 'the name that the other cluster gives to this one: kubewright peer accept berlin …'),
  )
  const { namespace, out = `${name}.peer.yaml` } = input.options
  const validSeconds = secondsOf(input.options.days)
  const address = await addressOf(task)
  const kinds = await kindsOf(client, input.options.kinds, terminal.signal)
  const origin = await originOf(task)
  const { signal } = terminal
  if ((await clusterIdentity(client, signal)) === origin) throw sameCluster(origin)
  const accepted = await acceptPeer({ client, origin, kinds, validSeconds, signal, ...address })
  const path = resolve(terminal.cwd, out)
  const text = stringify(peerSecret({ name, namespace, origin, accepted }))
  await replaceFile(path, text, { mode: 0o600 }).catch((error: unknown) => {
    throw writeError(path, error as NodeJS.ErrnoException)
  })
  const { identity, expires } = accepted
  if (input.isJson)
    terminal.stdout.write(`${JSON.stringify({ name, identity, origin, file: out, expires, ...address })}\n`)
  else terminal.stdout.write(reportOf({ name, origin, kinds, out, expires, server: address.server }))
  return 0
}

function nameOf(name: string): string {
  if (isValidName('dns1123Label', name)) return name
  throw usageError(
    { name: 'peer' },
    `${JSON.stringify(name)} cannot be the name of a peer: use lower-case letters, digits and dashes`,
  )
}

function secondsOf(days: string): number {
  const count = Number(days)
  if (Number.isFinite(count) && count > 0 && count <= 3650) return Math.max(600, Math.round(count * 86_400))
  throw usageError({ name: 'peer' }, `--days is ${JSON.stringify(days)}, not a number up to 3650`)
}

/** The address of this cluster for the other one, and its CA. */
async function addressOf({ input, terminal }: PeerTask): Promise<{ server: string; authority?: string }> {
  const connection = await connectionOf(input.options, terminal)
  const { server = connection.server, ca } = input.options
  if (!server.startsWith('https://')) {
    throw unusable(
      `its address ${server} does not use https`,
      'Pass an https address: --server https://berlin.example.dev:6443',
    )
  }
  const authority = ca === undefined ? await authorityOf(connection) : await readText(resolve(terminal.cwd, ca))
  if (authority === undefined && connection.skipTlsVerify === true) {
    throw unusable(
      'the kubeconfig disables the check of its certificate (insecure-skip-tls-verify)',
      'Pass its certificate authority: --ca FILE',
    )
  }
  return authority === undefined ? { server } : { server, authority }
}

async function authorityOf({ ca }: ConnectionConfig): Promise<string | undefined> {
  return typeof ca === 'object' ? await readText(ca.file) : ca
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw unusable(
      `the certificate authority cannot be read: ${(error as Error).message}`,
      'Name the file with --ca FILE.',
    )
  }
}

/** Failure: `KW_CLI_USAGE`; `KW_CLIENT_UNKNOWN_KIND` for a kind that is not installed here. */
async function kindsOf(client: Client, list: string | undefined, signal: AbortSignal): Promise<readonly Resource[]> {
  const names = (list ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (names.length === 0) {
    throw usageError(
      { name: 'peer' },
      'accept needs the kinds that may be replicated: --kinds websites.web.example.dev,configmaps',
    )
  }
  const kinds = await Promise.all(names.map((one) => client.discover(one, { signal })))
  const wide = kinds.find(({ scope }) => scope === 'Cluster')
  if (wide === undefined) return kinds
  throw usageError({ name: 'peer' }, `${wide.kind} is cluster-scoped: only objects in namespaces can be replicated`)
}

interface Accepted {
  readonly name: string
  readonly origin: string
  readonly kinds: readonly Resource[]
  readonly out: string
  readonly expires: string | undefined
  readonly server: string
}

function reportOf({ name, origin, kinds, out, expires, server }: Accepted): string {
  const listed = kinds.map(({ plural, group }) => (group === '' ? plural : `${plural}.${group}`)).join(', ')
  const until = expires === undefined ? '' : `, valid until ${expires}`
  const loopback = /^https:\/\/(127\.|localhost|\[::1\])/.test(server)
    ? `\n! ${server} is a loopback address. If the other cluster is on another machine, pass --server URL.`
    : ''
  return `✓ cluster ${origin} may replicate ${listed} into its namespace here, and nothing else
✓ ${out} holds the credential${until}. Keep it secret.${loopback}

Next, in the other cluster:
  kubewright peer add ${out} --context CONTEXT    (or --kubeconfig FILE)
To renew the credential, run both commands again. To revoke it: kubewright peer remove ${name} there, then
  kubewright peer revoke --origin ${origin}
`
}

function unusable(why: string, next: string): Error {
  return cliErrors('KW_CLI_PEER', {
    what: 'determine the address at which the other cluster reaches this one',
    why,
    next,
  })
}

function sameCluster(identity: string): Error {
  return cliErrors('KW_CLI_PEER', {
    what: 'accept replicas',
    why: `both contexts lead to the same cluster, ${identity}`,
    next: 'Pass the cluster that receives with --context, and the one that sends with --origin-context.',
  })
}
