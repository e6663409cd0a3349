/** A process that replicates between two servers is killed in the middle of its writes, again and again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import { type Client, createClient, established, ignoreNotFound } from '@kubewright/client'
import { systemClock } from '@kubewright/core'
import { randomInt, type Random, seededRandom } from '@kubewright/core/random'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import { acceptPeer, clusterIdentity, originOf, replicaName, tenantNamespace } from '@kubewright/replication'
import { expect, it } from 'vitest'
import { bundleProgram } from '../bundled-program.ts'
import { conditionOf, Subnet, subnet } from './clusters.ts'
import type { ReplicatorSettings } from './replicator-program.ts'

const deaths = Number(process.env['KUBEWRIGHT_DEATHS'] ?? 50)
const names = ['one', 'two', 'three', 'four', 'five', 'six']

async function startServer(): Promise<{ readonly server: ApiServer; readonly client: Client } & AsyncDisposable> {
  const server = await startApiServer({ listen: {} })
  const client = createClient(server.transport(), { fieldManager: 'user', namespace: 'default' })
  await client.create(CustomResourceDefinition, Subnet.crd())
  await client.waitFor(CustomResourceDefinition, { name: 'subnets.net.example.dev' }, established)
  const end = async () => {
    await client[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  }
  return { server, client, [Symbol.asyncDispose]: end }
}

function start(program: string, settings: ReplicatorSettings): ChildProcess {
  return spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, REPLICATOR_SETTINGS: JSON.stringify(settings) },
  })
}

/** Longest run of a process that has little to write, from its first line on. */
const longestLifeMs = 3_000

/** Kills the process when it is about to send its nth write. Resolves, once it is gone, to whether that was in the middle of writes. */
async function killAt(child: ChildProcess, nth: number): Promise<boolean> {
  const ended = new Promise((resolve) => child.once('close', resolve))
  let limit: Disposable | undefined
  let writes = -1 // its first line says that it is ready
  for await (const _ of createInterface({ input: child.stdout! })) {
    limit ??= systemClock.schedule(longestLifeMs, () => void child.kill('SIGKILL'))
    if (++writes === nth) child.kill('SIGKILL')
  }
  limit?.[Symbol.dispose]()
  await ended
  if (writes < 0) throw new Error('The replicator ended before it began; standard error says why.')
  return writes >= nth
}

/** A random write of a user at home, or of a receiver at the peer. */
async function edit(random: Random, home: Client, peer: Client, place: (name: string) => object): Promise<void> {
  const name = names[randomInt(random, names.length)]!
  const cidr = `10.${randomInt(random, 256)}.0.0/16`
  const chance = randomInt(random, 10)
  const there = await home.get(Subnet, { name }).catch(ignoreNotFound)
  if (there === undefined) await home.create(Subnet, subnet(name, 'b', cidr)).catch(() => undefined)
  else if (chance === 0) await home.delete(Subnet, { name })
  else if (chance < 3 && name !== 'six')
    await peer.status.patch(Subnet, place(name) as never, { status: { given: cidr } }).catch(() => undefined)
  else await home.patch(Subnet, { name }, { spec: { cidr } })
}

it(`replication converges after ${deaths} kills in the middle of writes, and foreign objects are untouched`, async () => {
  await using program = await bundleProgram('replicator', join(import.meta.dirname, 'replicator-program.ts'))
  await using a = await startServer()
  await using b = await startServer()
  const origin = await clusterIdentity(a.client)
  const { url, authority, token } = b.server.endpoint!
  const accepted = await acceptPeer({ client: b.client, origin, kinds: [Subnet], server: url, authority })
  const endpoint = a.server.endpoint!
  const settings: ReplicatorSettings = {
    home: { server: endpoint.url, ca: endpoint.authority, token: endpoint.token },
    peer: { server: url, ca: authority, token: accepted.token },
    peerIdentity: accepted.identity,
  }
  expect(settings.peer.token).not.toBe(token) // the rights of a tenant, and no others
  const namespace = tenantNamespace(origin)
  const place = (name: string) => ({ namespace, name: replicaName({ namespace: 'default', name }) })

  // Foreign objects: in the place of a replica, beside replicas, and elsewhere.
  const strangers = [place('six'), { namespace, name: 'x.y' }, { namespace: 'default', name: 'one' }]
  for (const metadata of strangers) await b.client.create(Subnet, { metadata, spec: { cidr: 'theirs' } } as never)
  const versions = async () =>
    (await Promise.all(strangers.map((one) => b.client.get(Subnet, one)))).map(
      ({ metadata }) => metadata.resourceVersion,
    )
  const before = await versions()

  const random = seededRandom('deaths')
  const lives = new Map<string, string>() // the replica of each original, by the uid of the original
  let [rebuilt, inTheMiddle] = [0, 0]
  while (inTheMiddle < deaths) {
    for (let edits = 4; edits > 0; edits--) await edit(random, a.client, b.client, place)
    if (await killAt(start(program.path, settings), 1 + randomInt(random, 4))) inTheMiddle++
    for (const { metadata } of (await a.client.list(Subnet, {})).items) {
      const replica = await b.client.get(Subnet, place(metadata.name)).catch(ignoreNotFound)
      if (replica === undefined || originOf(replica) !== origin) continue
      const known = lives.get(metadata.uid)
      if (known !== undefined && known !== replica.metadata.uid) rebuilt++
      lives.set(metadata.uid, replica.metadata.uid)
    }
  }

  const last = start(program.path, settings)
  last.stdout!.resume()
  const ended = new Promise((resolve) => last.once('close', resolve))
  const isEqual = async () => {
    const originals = (await a.client.list(Subnet, { namespace: 'default' })).items
    const replicas = (await b.client.list(Subnet, { namespace })).items.filter((one) => originOf(one) === origin)
    const wanted = originals.filter(({ metadata }) => metadata.name !== 'six')
    const differing = wanted.filter((home) => {
      const replica = replicas.find(({ metadata }) => metadata.name === place(home.metadata.name).name)
      const isSynced = conditionOf(home)?.reason === 'Synced' && home.metadata.deletionTimestamp === undefined
      return replica?.spec.cidr !== home.spec.cidr || replica.status?.given !== home.status?.given || !isSynced
    })
    return differing.length === 0 && replicas.length === wanted.length
  }
  await expect.poll(isEqual, { timeout: 60_000, interval: 200 }).toBe(true)
  last.kill('SIGKILL')
  await ended
  expect(await versions()).toEqual(before)
  expect(rebuilt).toBe(0) // no replica was recreated
}, 600_000)
