/** Two clusters on real sockets, peered by two commands and unpeered again. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import { type Client, createClient, ignoreNotFound, isForbidden, loadConfig } from '@kubewright/client'
import { silentLogger } from '@kubewright/core'
import { ConfigMap, Namespace, Secret } from '@kubewright/kubernetes'
import { createManager, fromSecrets } from '@kubewright/manager'
import {
  clusterIdentity,
  peerSecretLabel,
  replicaName,
  replicate,
  ReplicationResource,
  tenantNamespace,
} from '@kubewright/replication'
import { finalizerOf, replicasFinalizer } from '@kubewright/replication/names'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runCommand } from '../program.ts'
import { type FakeTerminal, fakeTerminal } from '../testing/fake-terminal.ts'
import './run-peer.ts' // loaded here, so that no test pays for it

const map = { name: 'greeting', namespace: 'default' }

interface World {
  readonly folder: string
  readonly servers: Readonly<Record<'turin' | 'berlin', ApiServer>>
  readonly turin: Client
  readonly berlin: Client
  readonly origin: string
  readonly identity: string
}

let world: World
const open: AsyncDisposable[] = []

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-peer-'))
  const servers = {
    turin: await startApiServer({ listen: {}, emptiesNamespaces: true }),
    berlin: await startApiServer({ listen: {}, emptiesNamespaces: true }),
  }
  const clients = [createClient(servers.turin.transport()), createClient(servers.berlin.transport())] as const
  open.push(...clients, servers.turin, servers.berlin)
  for (const name of ['turin', 'berlin'] as const)
    await writeFile(join(folder, name), servers[name].endpoint!.kubeconfig())
  const [turin, berlin] = clients
  const [origin, identity] = [await clusterIdentity(turin), await clusterIdentity(berlin)]
  world = { folder, servers, turin, berlin, origin, identity }
})
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]()
  await rm(world.folder, { recursive: true })
})

/** Runs a command; a failure is its result. */
async function peer(...args: readonly string[]): Promise<FakeTerminal & { error?: { code: string; message: string } }> {
  const terminal = fakeTerminal({ cwd: world.folder })
  try {
    await runCommand(['peer', ...args], terminal)
    return terminal
  } catch (error) {
    return { ...terminal, error: error as { code: string; message: string } }
  }
}

const accept = (...more: readonly string[]) =>
  peer('accept', 'berlin', '--kubeconfig', 'berlin', '--origin-kubeconfig', 'turin', '--kinds', 'configmaps', ...more)
const add = (file = 'berlin.peer.yaml') => peer('add', file, '--kubeconfig', 'turin')
const remove = (...more: readonly string[]) => peer('remove', 'berlin', '--kubeconfig', 'turin', ...more)
const revoke = (...more: readonly string[]) =>
  peer('revoke', '--kubeconfig', 'berlin', '--origin-kubeconfig', 'turin', ...more)

function replicaPlace() {
  return { namespace: tenantNamespace(world.origin), name: replicaName(map) }
}

/** An ordinary manager in Turin. */
async function runManager(): Promise<AsyncDisposable> {
  const peers = { namespace: 'peers', labels: `${peerSecretLabel}=true` }
  const manager = createManager({
    connection: await loadConfig({ kubeconfigText: world.servers.turin.endpoint!.kubeconfig(), env: {} }),
    clusters: fromSecrets(peers),
    controllers: [],
    runnables: [replicate({ secrets: peers })],
    log: silentLogger,
    environment: {},
  })
  const running = manager.start()
  await running.started
  open.unshift(running)
  return running
}

async function replicateGreeting(): Promise<void> {
  await world.turin.create(ReplicationResource, {
    metadata: { name: 'greetings' },
    spec: { resource: { kind: 'ConfigMap' }, selector: { matchLabels: { to: 'berlin' } }, peers: ['berlin'] },
  })
  await world.turin.create(ConfigMap, { metadata: { ...map, labels: { to: 'berlin' } }, data: { hello: 'world' } })
  await world.berlin.waitFor(ConfigMap, replicaPlace(), ({ data }) => data?.['hello'] === 'world')
}

describe('kubewright peer', () => {
  it('peers two clusters so that a manager replicates; remove and revoke leave nothing behind', async () => {
    const accepted = await accept()
    expect(accepted.error).toBeUndefined()
    expect(accepted.written.stdout).toContain(`cluster ${world.origin} may replicate configmaps`)
    expect(accepted.written.stdout).toContain('kubewright peer add berlin.peer.yaml')
    expect((await stat(join(world.folder, 'berlin.peer.yaml'))).mode & 0o777).toBe(0o600)
    const added = await add()
    expect(added.written.stdout).toContain(`berlin answers, and is the cluster ${world.identity}`)
    await runManager()
    await replicateGreeting()
    expect((await peer('list', '--kubeconfig', 'turin')).written.stdout).toContain(`berlin  ${world.identity}`)
    expect((await revoke()).error).toMatchObject({
      code: 'KW_REPLICATION_REVOKE',
      message: expect.stringContaining('holds a replica') as string,
    })

    await world.turin.waitFor(
      Secret,
      { name: 'berlin', namespace: 'peers' },
      ({ metadata }) => metadata.finalizers?.includes(replicasFinalizer) ?? false,
    )
    const removed = await remove()
    expect(removed.error).toBeUndefined()
    expect(removed.written.stdout).toContain('no replica is left at berlin')
    expect(await world.berlin.get(ConfigMap, replicaPlace()).catch(ignoreNotFound)).toBeUndefined()
    const home = await world.turin.waitFor(ConfigMap, map, ({ metadata }) => (metadata.finalizers ?? []).length === 0)
    expect(home.data).toEqual({ hello: 'world' })
    expect((await revoke()).written.stdout).toContain('no longer has access')
    expect(
      await world.berlin.get(Namespace, { name: tenantNamespace(world.origin) }).catch(ignoreNotFound),
    ).toBeUndefined()
    expect((await revoke()).written.stdout).toContain('had no access')
  })

  it('abandons an unreachable peer, and reports the replicas left behind', async () => {
    await accept()
    await add()
    await runManager()
    await replicateGreeting()
    const secret = { name: 'berlin', namespace: 'peers' }
    await world.turin.waitFor(
      Secret,
      secret,
      ({ metadata }) => metadata.finalizers?.includes(replicasFinalizer) ?? false,
    )
    await world.turin.waitFor(
      ConfigMap,
      map,
      ({ metadata }) => metadata.finalizers?.includes(finalizerOf(world.identity)) ?? false,
    )
    await world.servers.berlin[Symbol.asyncDispose]()
    const abandoned = await remove('--abandon')
    expect(abandoned.error).toBeUndefined()
    const { namespace, name } = replicaPlace()
    expect(abandoned.written.stdout).toContain(`a replica stays behind in the cluster ${world.identity}`)
    expect(abandoned.written.stdout).toContain(`configmaps ${namespace}/${name}`)
    const home = await world.turin.get(ConfigMap, map)
    expect(home.metadata.finalizers ?? []).toEqual([])
  })

  it('grants the other cluster the named kinds in its tenant namespace, and nothing else', async () => {
    await accept()
    const text = await readFile(join(world.folder, 'berlin.peer.yaml'), 'utf8')
    const { data } = parse(text) as { data: { kubeconfig: string } }
    const kubeconfigText = Buffer.from(data.kubeconfig, 'base64').toString()
    await using tenant = createClient(await loadConfig({ kubeconfigText, env: {} }))
    await tenant.list(ConfigMap, { namespace: tenantNamespace(world.origin) })
    await expect(Promise.resolve(tenant.list(ConfigMap, { namespace: 'default' }))).rejects.toSatisfy(isForbidden)
    await expect(Promise.resolve(tenant.list(Secret, { namespace: tenantNamespace(world.origin) }))).rejects.toSatisfy(
      isForbidden,
    )
  })

  it('renews the credential of a peer when both commands are run again', async () => {
    await accept()
    await add()
    const before = await world.turin.get(Secret, { name: 'berlin', namespace: 'peers' })
    await accept()
    expect((await add()).written.stdout).toContain('has the new credential')
    const after = await world.turin.get(Secret, { name: 'berlin', namespace: 'peers' })
    expect(after.metadata.uid).toBe(before.metadata.uid)
  })

  it('prints the identity of a cluster, which accept takes as --origin', async () => {
    const { written } = await peer('identity', '--kubeconfig', 'turin')
    expect(written.stdout.trim()).toBe(world.origin)
    const accepted = await peer(
      'accept',
      'berlin',
      '--kubeconfig',
      'berlin',
      '--origin',
      world.origin,
      '--kinds',
      'configmaps',
      '--json',
    )
    expect(JSON.parse(accepted.written.stdout)).toMatchObject({
      origin: world.origin,
      identity: world.identity,
      file: 'berlin.peer.yaml',
    })
    expect(accepted.written.stdout).not.toContain('eyJ') // no token
  })
})

describe('kubewright peer refuses', () => {
  it('a peer file for another cluster', async () => {
    await accept()
    const wrong = await peer('add', 'berlin.peer.yaml', '--kubeconfig', 'berlin')
    expect(wrong.error).toMatchObject({
      code: 'KW_CLI_PEER',
      message: expect.stringContaining('is a peer file for this cluster itself') as string,
    })
    await peer('accept', 'berlin', '--kubeconfig', 'berlin', '--origin', 'somebody-else', '--kinds', 'configmaps')
    const other = await add()
    expect(other.error).toMatchObject({
      code: 'KW_CLI_PEER',
      message: expect.stringContaining('is for the origin with the tenant namespace') as string,
    })
  })

  it('a connection to another cluster than the peer file says', async () => {
    await accept()
    const path = join(world.folder, 'berlin.peer.yaml')
    await writeFile(
      path,
      (await readFile(path, 'utf8')).replace(world.identity, '00000000-0000-4000-8000-000000000000'),
    )
    const { error } = await add()
    expect(error).toMatchObject({
      code: 'KW_CLI_PEER',
      message: expect.stringContaining('its connection leads to') as string,
    })
    expect(await world.turin.get(Secret, { name: 'berlin', namespace: 'peers' }).catch(ignoreNotFound)).toBeUndefined()
  })

  it('a second name for a peer, and a name that another peer has', async () => {
    await accept()
    await add()
    await peer('accept', 'munich', '--kubeconfig', 'berlin', '--origin-kubeconfig', 'turin', '--kinds', 'configmaps')
    expect((await add('munich.peer.yaml')).error?.message).toContain('is the peer berlin already')
    await world.turin.patch(
      Secret,
      { name: 'berlin', namespace: 'peers' },
      { metadata: { annotations: { 'kubewright.dev/cluster-identity': 'another' } } },
    )
    expect((await add()).error?.message).toContain('is another cluster: another')
  })

  it('a revoked credential', async () => {
    await accept()
    await revoke()
    expect((await add()).error).toMatchObject({
      code: 'KW_CLI_PEER',
      message: expect.stringContaining('Accept it again') as string,
    })
  })

  it.each([
    {
      name: 'missing kinds',
      args: ['accept', 'berlin', '--kubeconfig', 'berlin', '--origin', 'x'],
      code: 'KW_CLI_USAGE',
    },
    {
      name: 'a missing origin',
      args: ['accept', 'berlin', '--kubeconfig', 'berlin', '--kinds', 'configmaps'],
      code: 'KW_CLI_USAGE',
    },
    {
      name: 'an unknown kind',
      args: ['accept', 'berlin', '--kubeconfig', 'berlin', '--origin', 'x', '--kinds', 'nothing.example.dev'],
      code: 'KW_CLIENT_UNKNOWN_KIND',
    },
    {
      name: 'a cluster-scoped kind',
      args: ['accept', 'berlin', '--kubeconfig', 'berlin', '--origin', 'x', '--kinds', 'nodes'],
      code: 'KW_CLI_USAGE',
    },
    {
      name: 'an identity with invalid characters',
      args: ['accept', 'berlin', '--kubeconfig', 'berlin', '--origin', '../x', '--kinds', 'configmaps'],
      code: 'KW_REPLICATION_IDENTITY',
    },
    {
      name: 'the same cluster twice',
      args: ['accept', 'berlin', '--kubeconfig', 'berlin', '--origin-kubeconfig', 'berlin', '--kinds', 'configmaps'],
      code: 'KW_CLI_PEER',
    },
    {
      name: 'an address without TLS',
      args: [
        'accept',
        'berlin',
        '--kubeconfig',
        'berlin',
        '--origin',
        'x',
        '--kinds',
        'configmaps',
        '--server',
        'http://x',
      ],
      code: 'KW_CLI_PEER',
    },
    {
      name: 'an invalid name',
      args: ['accept', 'Not.One', '--kubeconfig', 'berlin', '--origin', 'x', '--kinds', 'configmaps'],
      code: 'KW_CLI_USAGE',
    },
    { name: 'a file that does not exist', args: ['add', 'nothing.yaml', '--kubeconfig', 'turin'], code: 'KW_CLI_PEER' },
    { name: 'an unknown peer', args: ['remove', 'paris', '--kubeconfig', 'turin'], code: 'KW_CLI_PEER' },
    {
      name: 'an invalid number of days',
      args: ['accept', 'berlin', '--kubeconfig', 'berlin', '--origin', 'x', '--kinds', 'configmaps', '--days', 'ten'],
      code: 'KW_CLI_USAGE',
    },
  ])('$name', async ({ args, code }) => {
    expect((await peer(...args)).error?.code).toBe(code)
  })

  it.each([
    { name: 'another kind than Secret', text: 'kind: ConfigMap\nmetadata: {name: x}\n' },
    { name: 'invalid YAML', text: '{ not: [yaml' },
    {
      name: 'a kubeconfig with an exec program',
      text: fileWith({ exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'id' } }),
    },
    { name: 'a kubeconfig with a file path', text: fileWith({ tokenFile: '/etc/hostname' }) },
  ])('a peer file with $name', async ({ text }) => {
    const written = text.replaceAll('ORIGIN', tenantNamespace(world.origin))
    await writeFile(join(world.folder, 'x.yaml'), written)
    expect((await add('x.yaml')).error?.code).toBe('KW_CLI_PEER')
    expect((await world.turin.list(Secret, { namespace: 'peers' })).items).toEqual([])
  })
})

function fileWith(user: object): string {
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'p', cluster: { server: 'https://127.0.0.1:1' } }],
    users: [{ name: 'p', user }],
    contexts: [{ name: 'p', context: { cluster: 'p', user: 'p' } }],
    'current-context': 'p',
  }
  const annotations = {
    'kubewright.dev/cluster-identity': 'berlin',
    'kubewright.dev/cluster-identity-namespace': 'ORIGIN',
  }
  const data = { kubeconfig: Buffer.from(JSON.stringify(kubeconfig)).toString('base64') }
  return JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'berlin', annotations }, data })
}
