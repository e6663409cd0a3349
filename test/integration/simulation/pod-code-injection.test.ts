/** Attempts to run code of the pod's author although images are mapped to programs: each is refused. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Client, ready } from '@kubewright/client'
import { ConfigMap, Pod, type PodInput, Secret } from '@kubewright/kubernetes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SimulatedCluster, simulatedCluster } from './simulated-cluster.ts'

const namespace = 'default'
const web = { name: 'web', namespace }
const patience = { timeout: 20_000 }

let folder: string
/** Written if code of the pod runs. */
let marker: string
/** The program that the image stands for. */
let program: string
/** The attacker's program. */
let evil: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-test-'))
  marker = join(folder, 'marker')
  program = join(folder, 'app', 'index.js')
  evil = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'x')`
  await mkdir(dirname(program))
  await writeFile(
    program,
    "console.log('serving'); setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit())",
  )
})

afterAll(() => rm(folder, { recursive: true }))

const start = (): Promise<SimulatedCluster> =>
  simulatedCluster(['nodes', 'scheduler', 'pods'], {
    images: {
      app: { command: [process.execPath, program] },
      bare: { command: [process.execPath], args: [program] },
      patterned: { command: [process.execPath, program], allowsEnv: ['*'], allowsArgs: true },
      named: { command: ['node', program] },
    },
    processes: { stopTimeout: '1s' },
    cluster: { time: 'real' },
  })

type Spec = NonNullable<PodInput['spec']>
type ContainerInput = NonNullable<Spec['containers']>[number]

async function prepare(client: Client): Promise<void> {
  const data = {
    NODE_OPTIONS: `--require=/code/evil.js`,
    OPTIONS: '--require=/code/evil.js',
    'index.js': evil,
    'evil.js': evil,
  }
  await client.create(ConfigMap, {
    metadata: { name: 'code' },
    data: { ...data, node: `#!/bin/sh\ntouch '${marker}'\n` },
  })
  await client.create(Secret, { metadata: { name: 'code' }, stringData: { options: '--require=/code/evil.js' } })
}

const volumes = [{ name: 'code', configMap: { name: 'code', defaultMode: 0o755 } }]
const mounted = [{ name: 'code', mountPath: '/code' }]
const imports = () =>
  `--import=data:text/javascript,${encodeURIComponent(`import fs from 'node:fs'; fs.writeFileSync(${JSON.stringify(marker)}, 'x')`)}`

interface Attack {
  readonly name: string
  readonly container: () => Partial<ContainerInput>
  readonly why: RegExp
}

const attacks: readonly Attack[] = [
  {
    name: 'NODE_OPTIONS',
    container: () => ({ env: [{ name: 'NODE_OPTIONS', value: imports() }] }),
    why: /NODE_OPTIONS/,
  },
  {
    name: 'NODE_OPTIONS from a ConfigMap',
    container: () => ({ volumeMounts: mounted, envFrom: [{ configMapRef: { name: 'code' } }] }),
    why: /the container sets the variable/,
  },
  {
    name: 'an envFrom prefix that completes NODE_OPTIONS',
    container: () => ({
      image: 'patterned',
      volumeMounts: mounted,
      envFrom: [{ prefix: 'NODE_', configMapRef: { name: 'code' } }],
    }),
    why: /the container sets the variable NODE_/,
  },
  {
    name: 'a variable from a Secret',
    container: () => ({
      image: 'patterned',
      volumeMounts: mounted,
      env: [{ name: 'NODE_OPTIONS', valueFrom: { secretKeyRef: { name: 'code', key: 'options' } } }],
    }),
    why: /NODE_OPTIONS/,
  },
  {
    name: 'a variable from a pod annotation',
    container: () => ({
      image: 'patterned',
      env: [{ name: 'NODE_OPTIONS', valueFrom: { fieldRef: { fieldPath: "metadata.annotations['evil']" } } }],
    }),
    why: /NODE_OPTIONS/,
  },
  {
    name: 'a PATH with a program of the same name',
    container: () => ({ image: 'named', volumeMounts: mounted, env: [{ name: 'PATH', value: '/code' }] }),
    why: /PATH/,
  },
  {
    name: 'LD_PRELOAD',
    container: () => ({
      image: 'patterned',
      volumeMounts: mounted,
      env: [{ name: 'LD_PRELOAD', value: '/code/evil.js' }],
    }),
    why: /LD_PRELOAD/,
  },
  {
    name: 'arguments of an interpreter',
    container: () => ({ image: 'bare', args: ['-e', evil] }),
    why: /arguments of its own/,
  },
  {
    name: 'a working directory in a volume',
    container: () => ({ volumeMounts: mounted, workingDir: '/code' }),
    why: /working directory of its own/,
  },
  { name: 'a command', container: () => ({ command: [process.execPath, '-e', evil] }), why: /program of its own/ },
  {
    name: 'an exec probe',
    container: () => ({ readinessProbe: { exec: { command: [process.execPath, '-e', evil] } } }),
    why: /a probe names a program/,
  },
]

/** These pods run, and the request is ignored. */
const harmless: readonly Omit<Attack, 'why'>[] = [
  {
    name: "a volume mounted over the program's directory",
    container: () => ({ volumeMounts: [{ name: 'code', mountPath: dirname(program) }] }),
  },
  {
    name: 'a volume mounted over a file argument of the image mapping',
    container: () => ({ image: 'bare', volumeMounts: [{ name: 'code', mountPath: dirname(program) }] }),
  },
  {
    name: 'a postStart hook',
    container: () => ({ lifecycle: { postStart: { exec: { command: [process.execPath, '-e', evil] } } } }),
  },
]

const podOf = (container: Partial<ContainerInput>): PodInput => ({
  metadata: { ...web, annotations: { evil: imports() } },
  spec: { volumes, containers: [{ name: 'web', image: 'app', ...container }] },
})

describe('pods as processes: a pod cannot run its own code by', () => {
  it.each(attacks)('$name', async ({ container, why }) => {
    await using simulated = await start()
    const { client } = simulated
    await prepare(client)
    await client.create(Pod, podOf(container()))
    const waiting = async () => (await client.get(Pod, web)).status?.containerStatuses?.[0]?.state?.waiting
    await expect.poll(async () => (await waiting())?.message, patience).toMatch(why)
    expect((await waiting())?.reason).toBe('CreateContainerConfigError')
    expect(existsSync(marker)).toBe(false)
  })

  it.each(harmless)('$name', async ({ container }) => {
    await using simulated = await start()
    const { client, simulation } = simulated
    await prepare(client)
    await client.create(Pod, podOf(container()))
    await client.waitFor(Pod, web, ready)
    for await (const line of simulation.logs({ ...web, container: 'web', follow: true })) {
      expect(line).toBe('serving\n')
      break
    }
    expect(existsSync(marker)).toBe(false)
  })

  it('exec', async () => {
    await using simulated = await start()
    const { client, simulation } = simulated
    await prepare(client)
    await client.create(Pod, podOf({}))
    await client.waitFor(Pod, web, ready)
    const request = { ...web, container: 'web', command: [process.execPath, '-e', evil], stdin: false, tty: false }
    await expect(simulation.streams.exec(request)).rejects.toThrow('map its image with `allowsCommands`')
    expect(existsSync(marker)).toBe(false)
  })
})
