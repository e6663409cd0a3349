import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Client, deleted, ready } from '@kubewright/client'
import { ConfigMap, PersistentVolumeClaim, Pod, type PodInput, Secret, Service } from '@kubewright/kubernetes'
import { type Images, loopbackOf, type PodLogRequest, type ProcessOptions, serviceLookup } from '@kubewright/simulation'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { type SimulatedCluster, simulate, simulatedCluster } from './simulated-cluster.ts'

const parts = ['nodes', 'scheduler', 'pods', 'endpoints'] as const
const namespace = 'default'
const web = { name: 'web', namespace }
const program = fileURLToPath(new URL('./pods-program.mjs', import.meta.url))
const killed = fileURLToPath(new URL('./pods-killed-program.ts', import.meta.url))
/** Free on every address: another program of this machine may listen on all of them. */
const podPort = await freePort()
/** Starting a process takes real time, and only a connection shows that it listens. */
const patience = { timeout: 20_000 }
const images: Images = {
  program: {
    command: [process.execPath, program],
    args: ['serve', String(podPort)],
    env: { FROM: 'image' },
    allowsArgs: true,
    allowsEnv: ['*'],
  },
  'free-program': { command: [process.execPath, program], args: ['serve', String(podPort)], allowsCommands: true },
}

const start = (processes: ProcessOptions = {}): Promise<SimulatedCluster> =>
  simulatedCluster(parts, { images, processes: { stopTimeout: '1s', ...processes }, cluster: { time: 'real' } })

type Spec = NonNullable<PodInput['spec']>
type ContainerInput = NonNullable<Spec['containers']>[number]

const podOf = (container: Partial<ContainerInput> = {}, spec: Partial<Spec> = {}, name = 'web'): PodInput => ({
  metadata: { name, namespace, labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: 'program:1', ...container }], ...spec },
})

const addressOf = async (client: Client, ref = web) => loopbackOf((await client.get(Pod, ref)).status!.podIP!)
/** With a connection of its own each time. */
const ask = (host: string, path: string, port = podPort): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = get({ host, port, path, agent: false }, (response) => resolve(text(response)))
    asked.once('error', reject)
  })
const containerOf = async (client: Client, ref = web) => (await client.get(Pod, ref)).status!.containerStatuses![0]!

async function logsOf({ simulation }: SimulatedCluster, request: Partial<PodLogRequest> = {}): Promise<string> {
  const parts: string[] = []
  for await (const part of simulation.logs({ ...web, container: 'web', ...request })) parts.push(part)
  return parts.join('')
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** A zombie does not count as alive. */
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('a container that runs as a process', () => {
  it('gets its arguments, environment, pod address, and a log', async () => {
    await using simulated = await start()
    const { client } = simulated
    await client.create(ConfigMap, { metadata: { name: 'settings' }, data: { color: 'green', 'a.b': 'dotted' } })
    await client.create(Secret, { metadata: { name: 'keys' }, stringData: { token: 'secret' } })
    const env = [
      { name: 'PLAIN', value: 'plain' },
      { name: 'COMPOSED', value: '$(PLAIN)-$$(PLAIN)-$(NONE)' },
      { name: 'COLOR', valueFrom: { configMapKeyRef: { name: 'settings', key: 'color' } } },
      { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'keys', key: 'token' } } },
      { name: 'MAYBE', valueFrom: { configMapKeyRef: { name: 'none', key: 'x', optional: true } } },
      { name: 'NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      { name: 'LABEL', valueFrom: { fieldRef: { fieldPath: "metadata.labels['app']" } } },
      { name: 'ADDRESS', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
      { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } } },
    ]
    const envFrom = [{ prefix: 'ALL_', configMapRef: { name: 'settings' } }]
    const resources = { limits: { cpu: '250m' } }
    await client.create(
      Pod,
      podOf({ args: ['serve', String(podPort), '--name=$(NAME)', '; echo $HOME'], env, envFrom, resources }),
    )
    await client.waitFor(Pod, web, ready)
    const address = await addressOf(client)
    await expect.poll(() => ask(address, '/').catch(() => ''), patience).toBe('web')
    expect(JSON.parse(await ask(address, '/args'))).toEqual([String(podPort), '--name=web', '; echo $HOME'])
    const seen = JSON.parse(await ask(address, '/env')) as Record<string, string>
    expect(seen).toMatchObject({
      FROM: 'image',
      PLAIN: 'plain',
      COMPOSED: 'plain-$(PLAIN)-$(NONE)',
      COLOR: 'green',
      TOKEN: 'secret',
      NAME: 'web',
      LABEL: 'web',
      ADDRESS: address,
      POD_IP: address,
      CPU: '250',
      ALL_color: 'green',
      HOSTNAME: 'web',
    })
    expect(Object.keys(seen)).not.toContain('MAYBE')
    // Nothing of this process's own environment is inherited.
    expect(Object.keys(seen)).not.toContain('VITEST')
    expect(await logsOf(simulated)).toBe(`listening on ${address}:${podPort}\n`)
    expect(await logsOf(simulated, { timestamps: true })).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z listening/)
  })

  it('has its log served by the API', async () => {
    await using cluster = await startCluster({ simulation: { images, processes: { stopTimeout: '1s' } }, time: 'real' })
    const { client } = cluster
    const path = '/api/v1/namespaces/default/pods/web/log'
    await client.create(Pod, podOf({ args: ['say', 'one\ntwo\nthree'] }, { restartPolicy: 'Never' }))
    await expect.poll(async () => (await client.get(Pod, web)).status?.phase, patience).toBe('Succeeded')
    const read = async (query: Record<string, string>) => (await client.request({ path, query })).text
    expect(await read({})).toBe('one\ntwo\nthree\n')
    expect(await read({ tailLines: '1', container: 'web' })).toBe('three\n')
    expect(await read({ limitBytes: '5' })).toBe('one\nt')
    expect(await read({ follow: 'true', sinceSeconds: '600' })).toBe('one\ntwo\nthree\n')
    await expect(read({ container: 'other' })).rejects.toThrow('container other is not valid for pod web')
  })

  it('gets its volumes, with mount paths rewritten in arguments and environment', async () => {
    await using simulated = await start()
    const { client } = simulated
    await client.create(ConfigMap, { metadata: { name: 'settings' }, data: { color: 'green', size: 'large' } })
    await client.create(Secret, { metadata: { name: 'keys' }, stringData: { token: 'secret' } })
    await client.create(PersistentVolumeClaim, {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    })
    const volumes = [
      { name: 'settings', configMap: { name: 'settings', items: [{ key: 'color', path: 'deep/color.txt' }] } },
      {
        name: 'all',
        projected: {
          sources: [
            { secret: { name: 'keys' } },
            { downwardAPI: { items: [{ path: 'name', fieldRef: { fieldPath: 'metadata.name' } }] } },
          ],
        },
      },
      { name: 'scratch', emptyDir: {} },
      { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
    ]
    const volumeMounts = [
      { name: 'settings', mountPath: '/etc/settings' },
      { name: 'all', mountPath: '/etc/all' },
      { name: 'scratch', mountPath: '/scratch' },
      { name: 'data', mountPath: '/data' },
    ]
    const env = [
      { name: 'COLOR_FILE', value: '/etc/settings/deep/color.txt' },
      { name: 'TOKEN_FILE', value: '/etc/all/token' },
      { name: 'NAME_FILE', value: '/etc/all/name' },
      { name: 'DATA', value: '/data/kept' },
      { name: 'OTHER', value: '/database' },
    ]
    const args = ['serve', String(podPort), '--dir=/scratch/x', '/data']
    await client.create(Pod, podOf({ env, volumeMounts, args }, { volumes, terminationGracePeriodSeconds: 1 }))
    await client.waitFor(Pod, web, ready)
    const address = await addressOf(client)
    await expect.poll(() => ask(address, '/').catch(() => ''), patience).toBe('web')
    const seen = JSON.parse(await ask(address, '/env')) as Record<string, string>
    const read = (name: string) => ask(address, `/read?path=${seen[name]}`)
    expect([await read('COLOR_FILE'), await read('TOKEN_FILE'), await read('NAME_FILE')]).toEqual([
      'green',
      'secret',
      'web',
    ])
    expect(seen['OTHER']).toBe('/database')
    expect(seen['DATA']).toBe(`${seen['KUBEWRIGHT_VOLUME_DATA']}/kept`)
    const [, , scratch] = JSON.parse(await ask(address, '/args')) as string[]
    expect(scratch).toBe(seen['KUBEWRIGHT_VOLUME_DATA'])
    await ask(address, `/write?path=${seen['DATA']}&text=hello`)
    // The next pod finds the data of a claim.
    await client.delete(Pod, web)
    await client.waitFor(Pod, web, deleted)
    await client.create(Pod, podOf({ env, volumeMounts, args }, { volumes }))
    await client.waitFor(Pod, web, ready)
    const next = await addressOf(client)
    await expect.poll(() => ask(next, `/read?path=${seen['DATA']}`).catch(() => ''), patience).toBe('hello')
  })

  it('waits for a missing ConfigMap, with CreateContainerConfigError', async () => {
    await using simulated = await start()
    const { client } = simulated
    const env = [{ name: 'COLOR', valueFrom: { configMapKeyRef: { name: 'settings', key: 'color' } } }]
    await client.create(Pod, podOf({ env }))
    await expect
      .poll(() => containerOf(client).catch(() => undefined), patience)
      .toMatchObject({
        state: { waiting: { reason: 'CreateContainerConfigError', message: 'configmap "settings" not found' } },
      })
  })

  it.each([
    {
      name: 'a command of its own',
      container: { command: ['/bin/sh'] },
      why: /names a program of its own.*allowsCommands/,
    },
    {
      name: 'an exec probe',
      container: { livenessProbe: { exec: { command: ['true'] } } },
      why: /a probe names a program/,
    },
    { name: 'a gRPC probe', container: { livenessProbe: { grpc: { port: 1 } } }, why: /grpc cannot be made here/ },
    {
      name: 'a hostPath volume',
      container: { volumeMounts: [{ name: 'host', mountPath: '/host' }] },
      spec: { volumes: [{ name: 'host', hostPath: { path: '/etc' } }] },
      why: /hostPath \/etc is not one that `processes.hostPaths` allows/,
    },
  ])('is refused with $name', async ({ container, spec = {}, why }) => {
    await using simulated = await start()
    const { client } = simulated
    await client.create(Pod, podOf(container, spec))
    await expect
      .poll(async () => (await containerOf(client).catch(() => undefined))?.state?.waiting?.message, patience)
      .toMatch(why)
  })

  it('is restarted with back-off after a crash, and its termination message is kept', async () => {
    await using simulated = await start()
    const { client } = simulated
    await client.create(Pod, podOf({ args: ['crash'], terminationMessagePolicy: 'FallbackToLogsOnError' }))
    await expect
      .poll(() => containerOf(client).catch(() => undefined), patience)
      .toMatchObject({
        restartCount: 1,
        state: { waiting: { reason: 'CrashLoopBackOff' } },
        lastState: { terminated: { exitCode: 3, reason: 'Error', message: 'no good\n' } },
      })
    expect(await logsOf(simulated)).toBe('no good\n')
    expect(await logsOf(simulated, { previous: true })).toBe('no good\n')
  })

  it('completes a pod with restartPolicy Never', async () => {
    await using simulated = await start()
    const { client } = simulated
    const initContainers = [{ name: 'first', image: 'program:1', args: ['say', 'one'] }]
    await client.create(Pod, podOf({ args: ['say', 'two'] }, { initContainers, restartPolicy: 'Never' }))
    await expect.poll(async () => (await client.get(Pod, web)).status?.phase, patience).toBe('Succeeded')
    expect(await logsOf(simulated, { container: 'first' })).toBe('one\n')
    expect(await logsOf(simulated)).toBe('two\n')
  })

  it('is ready by its readiness probe', async () => {
    await using simulated = await start()
    const { client } = simulated
    const readinessProbe = { httpGet: { path: '/ready', port: 'http' }, periodSeconds: 1, failureThreshold: 1 }
    const ports = [{ name: 'http', containerPort: podPort }]
    await client.create(Pod, podOf({ readinessProbe, ports, env: [{ name: 'OPEN', value: 'false' }] }))
    await expect
      .poll(async () => (await containerOf(client).catch(() => undefined))?.state?.running, patience)
      .toBeDefined()
    const address = await addressOf(client)
    await expect.poll(() => ask(address, '/').catch(() => ''), patience).toBe('web')
    expect((await containerOf(client)).ready).toBe(false)
    await ask(address, '/open')
    await client.waitFor(Pod, web, ready)
    await ask(address, '/close')
    await expect.poll(async () => (await containerOf(client)).ready, patience).toBe(false)
  })

  it('is restarted when its liveness probe fails', async () => {
    await using simulated = await start()
    const { client } = simulated
    const livenessProbe = {
      httpGet: { path: '/ready', port: podPort },
      periodSeconds: 1,
      failureThreshold: 1,
      initialDelaySeconds: 1,
    }
    const env = [{ name: 'OPEN', value: 'false' }]
    await client.create(Pod, podOf({ livenessProbe, env }, { terminationGracePeriodSeconds: 1 }))
    await expect.poll(async () => (await containerOf(client).catch(() => undefined))?.restartCount, patience).toBe(1)
  })

  it('stops on SIGTERM, and is killed with its children after the grace period', async () => {
    await using simulated = await start()
    const { client } = simulated
    await client.create(Pod, podOf({}, { terminationGracePeriodSeconds: 30 }))
    await client.create(Pod, podOf({ args: ['stubborn'] }, { terminationGracePeriodSeconds: 1 }, 'stubborn'))
    const stubborn = { ...web, name: 'stubborn' }
    await client.waitFor(Pod, web, ready)
    await expect.poll(() => logsOf(simulated, { name: 'stubborn' }), patience).toMatch(/^child \d+\n/)
    const child = Number(/\d+/.exec(await logsOf(simulated, { name: 'stubborn' }))![0])
    expect(isAlive(child)).toBe(true)
    await client.delete(Pod, web)
    await client.delete(Pod, stubborn)
    await client.waitFor(Pod, web, deleted, { timeout: '10s' })
    await client.waitFor(Pod, stubborn, deleted, { timeout: '10s' })
    await expect.poll(() => isAlive(child), patience).toBe(false)
  })

  it('is reached through a Service, which balances over ready pods', async () => {
    await using simulated = await start()
    const { client } = simulated
    const service = await client.create(Service, {
      metadata: { name: 'front' },
      spec: { selector: { app: 'web' }, ports: [{ port: 8081, targetPort: podPort }] },
    })
    const readinessProbe = { tcpSocket: { port: podPort }, periodSeconds: 1 }
    const names = ['a', 'b', 'c']
    for (const name of names) await client.create(Pod, podOf({ readinessProbe }, {}, name))
    for (const name of names) await client.waitFor(Pod, { name, namespace }, ready)
    const host = loopbackOf(service.spec!.clusterIP!)
    const answers = async () => {
      const all: string[] = []
      for (let time = 0; time < 6; time++) all.push(await ask(host, '/', 8081).catch(() => 'nobody'))
      return [...new Set(all)].toSorted()
    }
    await expect.poll(answers, patience).toEqual(names)
    // The name can be resolved as well, with the configured hosts file.
    const { KUBEWRIGHT_HOSTS, FRONT_SERVICE_HOST, FRONT_SERVICE_PORT } = JSON.parse(
      await ask(host, '/env', 8081),
    ) as Record<string, string>
    expect([FRONT_SERVICE_HOST, FRONT_SERVICE_PORT]).toEqual([host, '8081'])
    for (const name of ['front', 'front.default.svc.cluster.local']) {
      const socket = connect({ host: name, port: 8081, lookup: serviceLookup(KUBEWRIGHT_HOSTS) })
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
      expect(socket.remoteAddress).toBe(host)
      socket.destroy()
    }
  })

  it('counts towards processes.maxProcesses', async () => {
    await using simulated = await start({ maxProcesses: 1 })
    const { client } = simulated
    await client.create(Pod, podOf())
    await client.waitFor(Pod, web, ready)
    await client.create(Pod, podOf({}, {}, 'other'))
    await expect
      .poll(
        async () => (await containerOf(client, { ...web, name: 'other' }).catch(() => undefined))?.state?.waiting,
        patience,
      )
      .toMatchObject({ message: expect.stringContaining('`processes.maxProcesses`') })
  })

  it('leaves no processes or files behind when the simulation ends', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'kubewright-test-'))
    let child = 0
    {
      await using simulated = await start({ directory })
      await simulated.client.create(Pod, podOf({ args: ['stubborn'] }))
      await expect.poll(() => logsOf(simulated), patience).toMatch(/^child \d+\n/)
      child = Number(/\d+/.exec(await logsOf(simulated))![0])
    }
    await expect.poll(() => isAlive(child), patience).toBe(false)
    expect(await readdir(directory)).toEqual([])
    await rm(directory, { recursive: true })
  })

  it.each([{ name: 'a temporary directory' }, { name: 'a named directory' }])(
    'is killed by the next simulation if its own was killed, in $name',
    async ({ name }) => {
      const directory = await mkdtemp(join(tmpdir(), 'kubewright-test-'))
      const isNamed = name === 'a named directory'
      const node = [
        '--import',
        'tsx',
        '--conditions=@kubewright/source',
        killed,
        isNamed ? 'named' : 'temporary',
        directory,
      ]
      const child = spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit'] })
      const said: string[] = []
      child.stdout.on('data', (chunk) => said.push(String(chunk)))
      await expect.poll(() => said.join(''), { timeout: 60_000 }).toMatch(/^child \d+\n/)
      const grandchild = Number(/\d+/.exec(said.join(''))![0])
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      expect(isAlive(grandchild)).toBe(true)
      const before = process.env['TMPDIR']
      process.env['TMPDIR'] = directory
      try {
        await using _ = await start(isNamed ? { directory } : {})
      } finally {
        if (before === undefined) delete process.env['TMPDIR']
        else process.env['TMPDIR'] = before
      }
      await expect.poll(() => isAlive(grandchild), patience).toBe(false)
      const left = await readdir(directory, { recursive: true })
      expect(left.filter((file) => !/^kubewright-\d+$/.test(file))).toEqual([])
      await rm(directory, { recursive: true })
    },
    90_000, // a whole program is loaded from its sources
  )

  it('cannot share its directory with another simulation', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'kubewright-test-'))
    {
      await using simulated = await start({ directory })
      await expect(simulate(simulated.cluster, parts, { images, processes: { directory } })).rejects.toThrow(
        `Cannot keep processes in ${directory}: another simulation uses it. Use another directory, or stop the other simulation.`,
      )
    }
    await rm(directory, { recursive: true })
  })
})
