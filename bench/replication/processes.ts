/** The processes of one arm: home, peers and replicator. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@kubewright/client'
import { clusterIdentity } from '@kubewright/replication'
import { ensureRealServer } from '../../tools/kube-apiserver/ensure-real-server.ts'
import { startRealServer } from '../../tools/kube-apiserver/start-real-server.ts'
import { type ArmKind, type ArmUsage, installSubnets, peerName, type PeerReach, type Reach } from './scene.ts'

const loader = ['--import', import.meta.resolve('tsx'), '--expose-gc']

export interface World extends AsyncDisposable {
  /** `kube-apiserver 1.36.4`, or its replacement. */
  readonly homeIs: string
  readonly home: Client
  readonly origin: string
  readonly reach: Reach
  readonly peers: readonly PeerReach[]
}

export interface WorldOptions {
  readonly peers: number
  readonly isEmbedded: boolean
  /** The number of processes that host peers. */
  readonly hosts: number
}

/** Home and peers, empty except for the kind and the tenant namespaces. */
export async function startWorld({ peers, isEmbedded, hosts }: WorldOptions): Promise<World> {
  const server = await (isEmbedded ? startEmbeddedHome() : startRealHome())
  const { url, ca, token } = server.reach
  const home = createClient({ server: url, ca, token }, { fieldManager: 'bench' })
  await installSubnets(home)
  const origin = await clusterIdentity(home)
  const names = Array.from({ length: peers }, (_, at) => peerName(at))
  const children = Array.from({ length: hosts }, () => startChild('./peer-host.ts'))
  const started = children.map((child, at) =>
    ask<readonly PeerReach[]>(child, { names: names.filter((_, number) => number % hosts === at), origin }),
  )
  const all = (await Promise.all(started)).flat()
  return {
    homeIs: server.name,
    home,
    origin,
    reach: server.reach,
    peers: all,
    async [Symbol.asyncDispose]() {
      for (const child of children) child.disconnect()
      await home[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

interface HomeServer extends AsyncDisposable {
  readonly name: string
  readonly reach: Reach
}

async function startRealHome(): Promise<HomeServer> {
  const server = await startRealServer({ programs: await ensureRealServer() })
  const { url, ca, token, programs } = server
  const name = `kube-apiserver ${programs.kubernetesVersion}`
  return { name, reach: { url, ca, token }, [Symbol.asyncDispose]: () => server.stop() }
}

/** The first peer of a separate process acts as home. */
async function startEmbeddedHome(): Promise<HomeServer> {
  const child = startChild('./peer-host.ts')
  const [reach] = await ask<readonly PeerReach[]>(child, { names: ['home'], origin: 'nobody', answers: false })
  return { name: 'embedded', reach: reach!, [Symbol.asyncDispose]: async () => child.disconnect() }
}

/** The replicator process. */
export interface Arm extends Disposable {
  connect(world: World): void
  usage(): Promise<ArmUsage>
}

export function startArm(kind: ArmKind): Arm {
  const child = startChild('./arm.ts', [kind])
  return {
    connect: ({ reach, peers, origin }) => void child.send({ do: 'connect', home: reach, peers, origin }),
    usage: () => ask<ArmUsage>(child, { do: 'usage' }),
    [Symbol.dispose]: () => child.disconnect(),
  }
}

function startChild(file: string, args: readonly string[] = []): ChildProcess {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: loader, stdio: [...stdio] })
  child.once('exit', (code) => {
    if (code !== 0) throw new Error(`${file} ended with ${code}`)
  })
  return child
}

async function ask<Answer>(child: ChildProcess, question: object): Promise<Answer> {
  const answer = once(child, 'message')
  child.send(question)
  return ((await answer) as [Answer])[0]
}
