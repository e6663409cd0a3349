/** The reports of the nodes' kernels about changes of our state, by any program. */
import { eventually } from './eventually.ts'
import type { NodeNamespace } from './node-namespace.ts'

export interface KernelNotices extends AsyncDisposable {
  /** Lines about our devices, routes and rules since the start. */
  lines(): string[]
}

const marker = 'marker'
const ours = /kw-|proto 219|kubewright|KUBEWRIGHT/
/** The kernel gives each device a link-local IPv6 address some time after it came up. We write no IPv6. */
const ofTheKernel = /\b(?:fe80:|ff00::|ff02:)/

/** Resolves once every monitor has reported a change that was made for it: before, it may not listen yet. */
export async function startKernelNotices(nodes: readonly NodeNamespace[]): Promise<KernelNotices> {
  const monitors = nodes.flatMap((node) => [
    startMonitor(node, ['ip', 'monitor', 'link', 'address', 'route', 'neigh', 'rule']),
    startMonitor(node, ['nft', 'monitor']),
  ])
  await eventually(async () => {
    for (const node of nodes) await leaveMarker(node)
    const deaf = monitors.filter(({ lines }) => !lines.some((line) => line.includes(marker)))
    if (deaf.length > 0) throw new Error(`${deaf.length} monitors do not listen yet`)
  })
  const isMeant = (line: string) => ours.test(line) && !ofTheKernel.test(line) && !line.includes(marker)
  return {
    lines: () => monitors.flatMap(({ lines }) => lines.filter(isMeant)),
    async [Symbol.asyncDispose]() {
      await Promise.all(monitors.map(({ stop }) => stop()))
    },
  }
}

function startMonitor(node: NodeNamespace, [program, ...args]: [string, ...string[]]) {
  const lines: string[] = []
  const end = new AbortController()
  const ended = node.runner.follow(program, args, { onLine: (line) => lines.push(line), signal: end.signal })
  const stop = () => {
    end.abort()
    return ended
  }
  return { lines, stop }
}

/** With a foreign name, so that agents ignore it. */
async function leaveMarker(node: NodeNamespace): Promise<void> {
  await node.run('ip', 'link', 'add', marker, 'type', 'bridge')
  await node.run('ip', 'link', 'del', marker)
  await node.run('nft', 'add', 'table', 'ip', marker)
  await node.run('nft', 'delete', 'table', 'ip', marker)
}
