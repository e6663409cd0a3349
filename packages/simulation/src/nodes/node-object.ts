/** A simulated node in the API: its registration, and the status its kubelet posts. Pure. */
import { formatTime } from '@kubewright/core/time'
import type { Node, NodeCondition, NodeInput, NodeStatus } from '@kubewright/kubernetes/core/v1'
import { simulatedAnnotation } from '../names.ts'
import { defaultCapacity, type NodeOptions } from './node-options.ts'

/** The version of the embedded server, so that kubectl shows a consistent cluster. */
const kubeletVersion = 'v1.36.4'

/** The node with the number `ordinal`, from 1 upwards. */
export function nodeNamed(ordinal: number, { labels = {}, taints = [] }: NodeOptions): NodeInput {
  const name = `node-${ordinal}`
  const network = podNetworkOf(ordinal)
  return {
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        ...labels,
      },
      annotations: { [simulatedAnnotation]: 'true' },
    },
    spec: { podCIDR: network, podCIDRs: [network], ...(taints.length === 0 ? {} : { taints }) },
  }
}

/**
 * The pod network of a node: 4,094 addresses in 10.128.0.0/9. Services have addresses below it, so that every address of the cluster maps
 * to a distinct loopback address by replacing the 10 (see `loopbackOf`).
 */
export function podNetworkOf(ordinal: number): string {
  const [second, third] = [128 + Math.floor(ordinal / 16), (ordinal % 16) * 16]
  return `10.${second}.${third}.0/20`
}

/** The address of a node, distinct from those of pods and services. */
export function nodeAddressOf(name: string, network: string | undefined): string {
  const [, second = '128', third = '0'] = (network ?? '').split('.')
  const ordinal = (Number(second) - 128) * 16 + Number(third) / 16
  const known = Number.isInteger(ordinal) && ordinal > 0 ? ordinal : sumOf(name)
  return `10.64.${Math.floor(known / 250)}.${(known % 250) + 2}`
}

function sumOf(name: string): number {
  return name.split('').reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 60_000, 7)
}

export function isSimulated({ metadata }: Node): boolean {
  return metadata.annotations?.[simulatedAnnotation] === 'true'
}

/** The status of a healthy node. Unchanged conditions keep their times. */
export function wellNodeStatus(node: Node, options: NodeOptions, now: number): NodeStatus {
  const { name } = node.metadata
  const capacity = { ...defaultCapacity, ...options.capacity, ...node.status?.capacity }
  return {
    capacity,
    allocatable: node.status?.allocatable ?? capacity,
    conditions: wellConditions(node.status?.conditions ?? [], now),
    addresses: [
      { type: 'InternalIP', address: nodeAddressOf(name, node.spec?.podCIDR) },
      { type: 'Hostname', address: name },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: 10_250 } },
    nodeInfo: {
      architecture: 'amd64',
      bootID: node.metadata.uid,
      containerRuntimeVersion: 'kubewright://0',
      kernelVersion: '6.0.0',
      kubeProxyVersion: '',
      kubeletVersion,
      machineID: node.metadata.uid,
      operatingSystem: 'linux',
      osImage: 'Kubewright',
      systemUUID: node.metadata.uid,
    },
  }
}

const wellVerdicts = [
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
  ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
] as const

/** Conditions of other writers are kept. */
function wellConditions(before: readonly NodeCondition[], now: number): readonly NodeCondition[] {
  const time = formatTime(now)
  const own = wellVerdicts.map(([type, status, reason, message]) => {
    const old = before.find((condition) => condition.type === type)
    const isSame = old?.status === status && old.reason === reason
    if (isSame) return old
    const lastTransitionTime = old?.status === status ? old.lastTransitionTime : time
    return { type, status, reason, message, lastHeartbeatTime: time, lastTransitionTime }
  })
  const types = new Set<string>(wellVerdicts.map(([type]) => type))
  return [...before.filter(({ type }) => !types.has(type)), ...own]
}
