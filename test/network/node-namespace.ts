/**
 * A node of a test cluster: a network namespace with an uplink, a bridge for pods and a CNI-like masquerade, and pods as
 * namespaces on that bridge. `[Symbol.asyncDispose]` removes everything.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type ProgramRunner, programRunner } from '@kubewright/network/kernel'

export interface NodeOptions {
  /** Unique on the machine, at most eleven characters. */
  readonly name: string
  readonly address: string
  readonly podCidr: string
  /** All pods of the cluster. Traffic to other destinations is masqueraded with the node's address. */
  readonly clusterPods: string
}

export class NodeNamespace implements AsyncDisposable {
  readonly name: string
  readonly address: string
  readonly runner: ProgramRunner
  /** The process of each WireGuard device. */
  readonly wireguardPids = new Map<string, number>()
  readonly #pods: string[] = []
  readonly #children: ChildProcess[] = []

  constructor({ name, address }: Pick<NodeOptions, 'name' | 'address'>) {
    this.name = name
    this.address = address
    this.runner = programRunner({ namespace: name })
  }

  async run(program: string, ...args: string[]): Promise<string> {
    return mustRun(this.runner, program, args)
  }

  /** A pod with one address, reachable through the node's bridge. */
  async addPod(name: string, address: string): Promise<ProgramRunner> {
    const gateway = address.replace(/\.\d+$/, '.1')
    const host = programRunner()
    await mustRun(host, 'ip', ['netns', 'add', name])
    this.#pods.push(name)
    await mustRun(host, 'ip', [
      'link',
      'add',
      'eth0',
      'netns',
      name,
      'type',
      'veth',
      'peer',
      'name',
      name,
      'netns',
      this.name,
    ])
    await this.run('ip', 'link', 'set', name, 'master', 'pods', 'up')
    const pod = programRunner({ namespace: name })
    await mustRun(pod, 'ip', ['link', 'set', 'lo', 'up'])
    await mustRun(pod, 'ip', ['addr', 'add', `${address}/24`, 'dev', 'eth0'])
    await mustRun(pod, 'ip', ['link', 'set', 'eth0', 'up'])
    await mustRun(pod, 'ip', ['route', 'add', 'default', 'via', gateway])
    return pod
  }

  /** Runs a program in a pod, in the background, until the node ends. */
  spawnInPod(pod: string, program: string, args: readonly string[]): ChildProcess {
    return this.#spawn(['netns', 'exec', pod, program, ...args])
  }

  /** Like `spawnInPod`, with stdin and stdout as pipes. */
  spawnTalking(pod: string, program: string, args: readonly string[]): ChildProcess {
    const child = spawn('ip', ['netns', 'exec', pod, program, ...args], { stdio: ['pipe', 'pipe', 'ignore'] })
    this.#children.push(child)
    return child
  }

  /** Runs a program in the background until the node ends, with a private /run. */
  spawnPrivately(program: string, args: readonly string[]): ChildProcess {
    const script = 'mount -t tmpfs tmpfs /run && mkdir -p /run/wireguard && exec "$@"'
    const command = [
      'netns',
      'exec',
      this.name,
      'unshare',
      '-m',
      '--propagation',
      'private',
      'sh',
      '-c',
      script,
      'sh',
      program,
    ]
    return this.#spawn([...command, ...args])
  }

  #spawn(args: readonly string[]): ChildProcess {
    const child = spawn('ip', args, { stdio: 'ignore' })
    this.#children.push(child)
    return child
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    for (const name of [...this.#pods, this.name]) await programRunner().run('ip', ['netns', 'del', name])
  }
}

export async function startNode(options: NodeOptions): Promise<NodeNamespace> {
  const node = new NodeNamespace(options)
  await mustRun(programRunner(), 'ip', ['netns', 'add', options.name])
  await node.run('ip', 'link', 'set', 'lo', 'up')
  // Many distributions enable loose reverse path filtering on all devices.
  await node.run('sysctl', '-q', '-w', 'net.ipv4.ip_forward=1', 'net.ipv4.conf.all.rp_filter=2')
  await node.run('ip', 'link', 'add', 'pods', 'type', 'bridge')
  await node.run('ip', 'addr', 'add', `${options.podCidr.replace(/\.0\/24$/, '.1')}/24`, 'dev', 'pods')
  await node.run('ip', 'link', 'set', 'pods', 'up')
  await node.run(
    'iptables',
    '-t',
    'nat',
    '-A',
    'POSTROUTING',
    '-s',
    options.clusterPods,
    '!',
    '-d',
    options.clusterPods,
    '-j',
    'MASQUERADE',
  )
  return node
}

/** A switch between nodes: a bridge in a separate namespace. */
export async function startSwitch(name: string): Promise<NodeNamespace> {
  const node = new NodeNamespace({ name, address: '' })
  await mustRun(programRunner(), 'ip', ['netns', 'add', name])
  await node.run('ip', 'link', 'add', 'switch', 'type', 'bridge')
  await node.run('ip', 'link', 'set', 'switch', 'up')
  return node
}

/** Connects a node to a switch. */
export async function plug(node: NodeNamespace, into: NodeNamespace, prefix = 24): Promise<void> {
  await mustRun(programRunner(), 'ip', [
    'link',
    'add',
    'eth0',
    'netns',
    node.name,
    'type',
    'veth',
    'peer',
    'name',
    node.name,
    'netns',
    into.name,
  ])
  await into.run('ip', 'link', 'set', node.name, 'master', 'switch', 'up')
  await node.run('ip', 'addr', 'add', `${node.address}/${prefix}`, 'dev', 'eth0')
  await node.run('ip', 'link', 'set', 'eth0', 'up')
}

export async function mustRun(runner: ProgramRunner, program: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runner.run(program, args)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${stderr || stdout}`)
  return stdout
}
