import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import { type Client, createClient } from '@kubewright/client'
import { formatMicroTime, formatTime } from '@kubewright/core/time'
import type { VirtualClock } from '@kubewright/core/testing'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import {
  assignmentAnnotation,
  drainLabel,
  hashRing,
  partitionKey,
  ringLabel,
  shardLabel,
  shardLeaseName,
  shardNameLabel,
  stateLabel,
  workAnnotation,
} from '@kubewright/sharding'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../program.ts'
import { type FakeTerminal, fakeTerminal } from '../testing/fake-terminal.ts'

const namespace = 'default'
const kinds = {
  mains: [{ apiVersion: 'v1', kind: 'ConfigMap', plural: 'configmaps', in: 'Namespaced', labels: 'app=blog' }],
  children: [{ apiVersion: 'v1', kind: 'Secret', plural: 'secrets', in: 'Namespaced' }],
}

let server: ApiServer
let client: Client
let folder: string
let terminal: FakeTerminal

beforeEach(async () => {
  server = await startApiServer({ listen: { port: 0 } })
  client = createClient(server.transport(), { fieldManager: 'test' })
  folder = await mkdtemp(join(tmpdir(), 'kubewright-shards-'))
  await writeFile(join(folder, 'config'), server.endpoint!.kubeconfig())
  terminal = fakeTerminal({ cwd: folder })
})
afterEach(async () => {
  await client[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const run = (...args: readonly string[]) => runCommand(['shards', ...args, '--kubeconfig', 'config'], terminal)

interface LeaseSketch {
  readonly ring?: string
  readonly holder?: string
  readonly renewedMsAgo?: number
  readonly work?: string
  readonly state?: string
}

async function lease(shard: string, sketch: LeaseSketch = {}): Promise<void> {
  const { ring = 'maps', holder = `${shard}/1`, renewedMsAgo = 1_000, work = JSON.stringify(kinds), state } = sketch
  const time = formatMicroTime(terminal.clock.now() - renewedMsAgo)
  const labels = { [ringLabel]: ring, [shardNameLabel]: shard, ...(state === undefined ? {} : { [stateLabel]: state }) }
  await client.create(Lease, {
    metadata: { namespace, name: shardLeaseName(ring, shard), labels, annotations: { [workAnnotation]: work } },
    spec: { holderIdentity: holder, leaseDurationSeconds: 15, renewTime: time, acquireTime: time },
  })
}

async function leader(holder: string, renewedMsAgo = 2_000): Promise<void> {
  const time = formatMicroTime(terminal.clock.now() - renewedMsAgo)
  await client.create(Lease, {
    metadata: { namespace, name: 'maps' },
    spec: { holderIdentity: holder, leaseDurationSeconds: 15, renewTime: time, acquireTime: time },
  })
}

async function map(name: string, shard: string, drain?: string): Promise<string> {
  const labels = {
    app: 'blog',
    ...(shard === '' ? {} : { [shardLabel('maps')]: shard }),
    ...(drain === undefined ? {} : { [drainLabel('maps')]: drain }),
  }
  const annotations = shard === '' ? {} : { [assignmentAnnotation('maps')]: shard }
  return (await client.create(ConfigMap, { metadata: { namespace, name, labels, annotations } })).metadata.uid
}

const ring = hashRing(['web-0', 'web-1'])
const ownerOf = (name: string) => ring.ownerOf(partitionKey(ConfigMap, { namespace, name }))!
const nameFor = (shard: string) => ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].find((name) => ownerOf(name) === shard)!

describe('kubewright shards', () => {
  it('shows shards, states, shares, and objects by kind', async () => {
    await lease('web-0', { state: 'ready' })
    await lease('web-1', { state: 'ready' })
    await lease('web-2', { holder: '', renewedMsAgo: 5_000, state: 'dead' })
    await leader('web-1_9')
    const [one, two] = [nameFor('web-0'), nameFor('web-1')]
    const uid = await map(one, 'web-0')
    await map(two, 'web-1')
    await client.create(ConfigMap, { metadata: { namespace, name: 'not-ours' } })
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: one, uid, controller: true }]
    const labels = { [shardLabel('maps')]: 'web-0' }
    await client.create(Secret, { metadata: { namespace, name: 'child', labels, ownerReferences } })

    expect(await run()).toBe(0)
    const [first, second] = [ring.shareOf('web-0'), ring.shareOf('web-1')].map(
      (share) => `${(share * 100).toFixed(1)} %`,
    )
    expect(terminal.written.stdout).toBe(`ring maps in default: sharder web-1_9 (renewed 2s ago)

SHARD  STATE  SHARE   ConfigMap  Secret  RENEWED
web-0  ready  ${first}  1          1       1s ago
web-1  ready  ${second}  1          0       1s ago
web-2  dead   -       0          0       5s ago

Every object is on its shard.
`)
  })

  it('shows moves with their duration, unassigned objects, and shards known only from objects', async () => {
    await lease('web-0')
    await lease('web-1')
    const since = formatTime(terminal.clock.now() - 12_000).replace(/[-:]/g, '')
    const moving = nameFor('web-1')
    await map(moving, 'web-0', since)
    await map('z-new', '')
    await map('z-lost', 'web-9')

    expect(await run()).toBe(0)
    const { stdout } = terminal.written
    expect(stdout).toContain('no sharder')
    expect(stdout).toMatch(/^web-9 +no lease +- +1 +0 +-$/m)
    expect(stdout).toMatch(/^\(none\) +1 +0$/m)
    expect(stdout).toContain('3 objects being moved:')
    expect(stdout).toMatch(new RegExp(`^ConfigMap +default/${moving} +web-0 +web-1 +12s ago +web-0 releases it$`, 'm'))
    expect(stdout).toMatch(new RegExp(`^ConfigMap +default/z-new +- +${ownerOf('z-new')} +- +assign$`, 'm'))
    expect(stdout).toMatch(/^ConfigMap +default\/z-lost +web-9 .* the lease of web-9 is taken over$/m)
  })

  it('assesses shards as the sharder does, and shows where the leader disagrees', async () => {
    await lease('web-0', { renewedMsAgo: 16_000, state: 'expired' })
    await lease('web-1', { renewedMsAgo: 31_000, state: 'ready' })
    await lease('web-2', { holder: 'kubewright-sharder' })
    await lease('web-3', { holder: '', renewedMsAgo: 76_000 })
    expect(await run('--json')).toBe(0)
    const { rings } = JSON.parse(terminal.written.stdout) as { rings: { shards: { state: string; share: number }[] }[] }
    expect(rings[0]!.shards.map(({ state }) => state)).toEqual(['expired', 'uncertain', 'dead', 'orphaned'])
    expect(rings[0]!.shards.map(({ share }) => share > 0)).toEqual([true, true, false, false])
    await run()
    expect(terminal.written.stdout).not.toContain('! The leader')
    await leader('web-1_9')
    await run()
    expect(terminal.written.stdout).toContain('! The sharder considers web-1 ready.')
  })

  it('shows since when there is no sharder, and ignores its outdated states', async () => {
    await lease('web-0', { renewedMsAgo: 300_000, state: 'ready' })
    await leader('web-0_1', 300_000)
    expect(await run()).toBe(0)
    const { stdout } = terminal.written
    expect(stdout).toContain('ring maps in default: no sharder, the last one was web-0_1, renewed 5m ago\n')
    expect(stdout).not.toContain('! The leader')
  })

  it('counts owned objects that have no shard label', async () => {
    await lease('web-0')
    await leader('web-0_1')
    const uid = await map('a', 'web-0')
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid, controller: true }]
    for (const shard of ['web-0', 'web-1'])
      await client.create(Secret, {
        metadata: { namespace, name: shard, ownerReferences, labels: { [shardLabel('maps')]: shard } },
      })
    await client.create(Secret, { metadata: { namespace, name: 'none', ownerReferences } })
    expect(await run()).toBe(0)
    expect(terminal.written.stdout).toContain(
      '\n2 owned objects without an existing shard: the shards of their owners do not see them.\n',
    )
  })

  it.each([
    { name: 'no kinds', work: '' },
    { name: 'invalid JSON', work: '{' },
    {
      name: 'other JSON',
      work: '{"mains":[{"apiVersion":"v1","kind":"../../x","plural":"p","in":"Cluster"}],"children":[]}',
    },
  ])('shows the shards even if leases report $name as their work', async ({ work }) => {
    await lease('web-0', { work })
    expect(await run()).toBe(0)
    expect(terminal.written.stdout).toContain('No shard reports the kinds that it reconciles, so no objects are shown.')
  })

  it('shows the rest if a kind cannot be listed', async () => {
    const gone = { apiVersion: 'gone.example.dev/v1', kind: 'Gone', plural: 'gones', in: 'Namespaced' }
    await lease('web-0', { work: JSON.stringify({ ...kinds, children: [gone] }) })
    await map('a', 'web-0')
    expect(await run()).toBe(0)
    expect(terminal.written.stdout).toMatch(/^web-0 .* 1 +1s ago$/m)
    expect(terminal.written.stdout).toMatch(/^! .*gones/m)
  })

  it('ignores a lease that only resembles one of a shard', async () => {
    await lease('web-0', { state: 'ready' })
    const labels = { [ringLabel]: 'other', [shardNameLabel]: 'web-9' }
    await client.create(Lease, { metadata: { namespace, name: 'not-as-it-should-be', labels } })
    await client.create(Lease, { metadata: { namespace, name: 'no-shard', labels: { [ringLabel]: 'third' } } })
    await client.create(Lease, { metadata: { namespace, name: 'maps.odd', labels: { [ringLabel]: 'maps' } } })
    expect(await run('--json')).toBe(0)
    const { rings } = JSON.parse(terminal.written.stdout) as { rings: { ring: string; shards: { shard: string }[] }[] }
    expect(rings.map(({ ring: name, shards }) => [name, ...shards.map(({ shard }) => shard)])).toEqual([
      ['maps', 'web-0'],
    ])
  })

  const odd = (kind: object) => JSON.stringify({ mains: [{ ...kinds.mains[0], ...kind }], children: [] })

  it.each([
    ['is not an object', 'null'],
    ['has an invalid label selector', odd({ labels: '!!' })],
    ['has an invalid field selector', odd({ fields: 'a==b==c' })],
    ['has an invalid namespace', odd({ namespace: '../x' })],
    ['has an invalid namespace selector', JSON.stringify({ ...kinds, namespaces: 'in (' })],
    ['names a kind that cannot be listed', odd({ plural: 'bindings', kind: 'Binding' })],
    ['names an unknown kind', odd({ apiVersion: 'no.example.dev/v1', plural: 'nones', kind: 'None' })],
    ['names too many kinds', JSON.stringify({ ...kinds, mains: Array(1_000).fill(kinds.mains[0]) })],
  ])('survives a shard whose work %s', async (_, work) => {
    await lease('web-0', { work, ring: 'odd' })
    await lease('web-0')
    await map('one', 'web-0')
    expect(await run('--json')).toBe(0)
    const { rings } = JSON.parse(terminal.written.stdout) as {
      rings: { ring: string; kinds: { objects: object }[]; problems: string[] }[]
    }
    expect(rings.map(({ ring: name }) => name)).toEqual(['maps', 'odd'])
    expect(rings[0]!.kinds[0]!.objects).toEqual({ 'web-0': 1 })
    expect(rings[1]!.problems).toHaveLength(1)
  })

  it('escapes terminal control characters from leases', async () => {
    await lease('web-0')
    await leader('\u001b[2Jmallory')
    expect(await run()).toBe(0)
    expect(terminal.written.stdout).toContain('ring maps in default: sharder ?[2Jmallory')
  })

  it('reports that there is no ring, and lists the others if one was requested', async () => {
    expect(await run()).toBe(0)
    expect(terminal.written.stdout).toContain('No sharded controller')
    await lease('web-0')
    expect(await run('--namespace', 'kube-system')).toBe(0)
    expect(terminal.written.stdout).toContain('No sharded controller in the namespace kube-system')
    await expect(run('--ring', 'mops')).rejects.toThrow(
      /show the ring mops.*Use one of the existing rings: maps in default\./s,
    )
    await expect(run('--ring', 'mops')).rejects.toMatchObject({ code: 'KW_SHARDING_UNKNOWN' })
    await expect(run('--ring', 'maps', '--namespace', 'kube-system')).rejects.toThrow(
      'Use one of the existing rings: maps in default',
    )
  })

  it('refreshes with --watch, and then assesses by observed renewals', async () => {
    await lease('web-0', { renewedMsAgo: 300_000 }) // its clock is five minutes late
    const stop = new AbortController()
    const looks: string[] = []
    const clock = terminal.clock as VirtualClock
    const watching = fakeTerminal({ cwd: folder, signal: stop.signal, onWrite: () => void looks.push('') })
    const running = runCommand(['shards', '--watch', '--json', '--kubeconfig', 'config'], { ...watching, clock })
    await until(() => looks.length === 1)
    const renewTime = formatMicroTime(terminal.clock.now() - 299_000)
    await client.patch(Lease, { namespace, name: shardLeaseName('maps', 'web-0') }, { spec: { renewTime } })
    await clock.advance(2_000)
    await until(() => looks.length === 2)
    stop.abort()
    expect(await running).toBe(0)
    const states = watching.written.stdout
      .trim()
      .split('\n')
      .map((line) => {
        return (JSON.parse(line) as { rings: { shards: { state: string }[] }[] }).rings[0]!.shards[0]!.state
      })
    expect(states).toEqual(['uncertain', 'ready'])
  })
})

describe('kubewright shards explain', () => {
  it('prints the shard of an object, and why', async () => {
    await lease('web-0')
    await lease('web-1')
    const name = nameFor('web-1')
    await map(name, 'web-1')
    expect(await run('explain', 'configmap', `default/${name}`)).toBe(0)
    const { hash, token } = ring.placeOf(`/ConfigMap/default/${name}`)!
    const [at, next] = [hash, token].map((one) => one.toString(16).padStart(16, '0'))
    expect(terminal.written.stdout).toBe(`ConfigMap default/${name}
  ring        maps
  key         /ConfigMap/default/${name}
  hash        ${at}
  token       ${next} of web-1
  belongs to  web-1
  may act     web-1
  label       web-1

Its key /ConfigMap/default/${name} is at ${at} on the ring, and the next token, ${next}, belongs to web-1.
web-1 may act on it, as its annotation says.
It is on the right shard.
`)
  })

  it('explains an owned object by its owner', async () => {
    await lease('web-0')
    const uid = await map('a', 'web-0')
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid, controller: true }]
    await client.create(Secret, { metadata: { namespace, name: 'child', ownerReferences } })
    expect(await run('explain', 'secrets', 'default/child', '--json')).toBe(0)
    const { explanations } = JSON.parse(terminal.written.stdout) as { explanations: object[] }
    const child = { kind: 'Secret', namespace, name: 'child', label: '' }
    expect(explanations).toMatchObject([{ kind: 'ConfigMap', name: 'a', actor: 'web-0', next: 'nothing', child }])
    await client.create(Secret, { metadata: { namespace, name: 'stray' } })
    await expect(run('explain', 'secret', 'default/stray')).rejects.toThrow('does not lead to an object that the ring')
  })

  it.each([
    { args: ['explain'], code: 'KW_CLI_USAGE', says: 'explain needs a kind and an object' },
    { args: ['explain', 'configmap', 'a/b/c'], code: 'KW_CLI_USAGE', says: 'explain needs a kind and an object' },
    { args: ['explain', 'pod', 'default/a'], code: 'KW_SHARDING_UNKNOWN', says: 'distributes ConfigMap, Secret' },
    { args: ['explain', 'configmap', 'default/none'], code: 'KW_CLIENT_NOT_FOUND', says: 'none' },
  ])('refuses $args', async ({ args, code, says }) => {
    await lease('web-0')
    await expect(run(...args)).rejects.toMatchObject({ code, message: expect.stringContaining(says) as string })
  })
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
