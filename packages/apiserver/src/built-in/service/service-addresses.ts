/** Cluster addresses and node ports of Services: who has which, and which is next. */
import type { Service, ServiceSpec } from '@kubewright/kubernetes/core/v1'
import { isIPv6 } from 'node:net'
import { draftOf } from '../../object/draft.ts'
import { invalid } from '../../status/field-error.ts'
import { internal, invalidObject } from '../../status/failures.ts'
import type { Store } from '../../storage/store.ts'
import { isBlank } from '../check/problems.ts'
import { type Loose, loosely } from '../loose.ts'
import { NumberPool } from './number-pool.ts'

type AnySpec = Loose<ServiceSpec>

/** The range envtest gives its servers too. The first address is that of the API server itself. */
const range = { prefix: '10.0.0.', first: 1, last: 254, firstDynamic: 16 }
const ports = { text: '30000-32767', first: 30_000, last: 32_767, firstDynamic: 30_086 }

export class ServiceAddresses {
  readonly #store: Store
  readonly #hosts = new NumberPool(range.first, range.last, range.firstDynamic)
  readonly #ports = new NumberPool(ports.first, ports.last, ports.firstDynamic)

  constructor(store: Store) {
    this.#store = store
  }

  /**
   * Gives the Service what it asks for, or what it needs.
   *
   * Failure: a Status if what it asks for is taken or out of range.
   */
  assign(name: string, spec: AnySpec, old: AnySpec | undefined): void {
    const others = this.#others(old)
    if (spec.type !== 'ExternalName' && spec.clusterIPs?.[0] !== 'None')
      this.#assignAddress(name, spec, { old, others })
    if (needsNodePorts(spec)) this.#assignPorts(name, spec, { old, others })
    if (needsHealthCheck(spec) && (spec.healthCheckNodePort ?? 0) === 0) {
      spec.healthCheckNodePort = this.#ports.take((port) => holdsPort(others, port))
    }
  }

  #assignAddress(name: string, spec: AnySpec, { old, others }: Neighbours): void {
    const [asked] = spec.clusterIPs ?? []
    const isTaken = (ip: string) => others.some(({ clusterIPs }) => clusterIPs?.includes(ip) === true)
    if (asked === undefined) {
      const host = this.#hosts.take((value) => isTaken(`${range.prefix}${value}`))
      if (host === undefined)
        throw internal(`failed to allocate a serviceIP for Service ${JSON.stringify(name)}: range is full`)
      spec.clusterIP = `${range.prefix}${host}`
      spec.clusterIPs = [spec.clusterIP]
    } else if (asked !== old?.clusterIPs?.[0]) {
      const why = this.#refusal(asked, isTaken)
      if (why !== undefined)
        throw refuse(name, 'spec.clusterIPs', spec.clusterIPs, `failed to allocate IP ${asked}: ${why}`)
    }
  }

  #refusal(ip: string, isTaken: (ip: string) => boolean): string | undefined {
    const host = ip.startsWith(range.prefix) ? Number(ip.slice(range.prefix.length)) : -1
    if (!this.#hosts.has(host)) {
      return 'the provided network does not match the current range'
    }
    return isTaken(ip) ? 'provided IP is already allocated' : undefined
  }

  #assignPorts(name: string, spec: AnySpec, { old, others }: Neighbours): void {
    /** One node port serves a port of several protocols. */
    const byPort = new Map<number, number>()
    for (const [at, port] of (spec.ports ?? []).entries()) {
      const asked = port.nodePort ?? 0
      if (asked === 0 && spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts === false) continue
      const shared = byPort.get(port.port ?? 0)
      const isOwn = old?.ports?.some(({ nodePort }) => nodePort === asked) === true || shared === asked
      const path = `spec.ports[${at}].nodePort`
      if (asked === 0) port.nodePort = shared ?? this.#nextPort(spec, others)
      else if (!isOwn) this.#checkPort(name, asked, { path, others })
      byPort.set(port.port ?? 0, port.nodePort ?? asked)
    }
  }

  #nextPort(spec: AnySpec, others: readonly AnySpec[]): number {
    const port = this.#ports.take((value) => holdsPort([...others, spec], value))
    if (port === undefined) throw internal('failed to allocate a nodePort: range is full')
    return port
  }

  #checkPort(name: string, port: number, { path, others }: { path: string; others: readonly AnySpec[] }): void {
    if (!this.#ports.has(port)) {
      const why = `provided port is not in the valid range. The range of valid ports is ${ports.text}`
      throw refuse(name, path, port, why)
    }
    if (holdsPort(others, port)) throw refuse(name, path, port, 'provided port is already allocated')
  }

  /** The specs of all other Services. */
  #others(old: AnySpec | undefined): readonly AnySpec[] {
    const { versions } = this.#store.collection('services').range({})
    const specs = versions.map((version) => loosely<Service>(draftOf(version.object.text)).spec ?? {})
    if (old === undefined) return specs
    return specs.filter(({ clusterIP }) => clusterIP === 'None' || clusterIP !== old.clusterIP)
  }
}

interface Neighbours {
  readonly old: AnySpec | undefined
  readonly others: readonly AnySpec[]
}

function holdsPort(specs: readonly AnySpec[], port: number): boolean {
  return specs.some(
    ({ ports: taken, healthCheckNodePort }) =>
      healthCheckNodePort === port || taken?.some(({ nodePort }) => nodePort === port) === true,
  )
}

function refuse(name: string, path: string, value: unknown, why: string): Error {
  return invalidObject({ group: '', kind: 'Service' }, name, [invalid(path, value, why)])
}

export function needsNodePorts({ type }: AnySpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer'
}

export function needsHealthCheck({ type, externalTrafficPolicy }: AnySpec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local'
}

export function isHeadless({ clusterIPs = [] }: AnySpec): boolean {
  return clusterIPs.length === 1 && clusterIPs[0] === 'None'
}

/** Which kinds of addresses the Service has. This server has one kind to give. */
export function fillFamilies(spec: AnySpec): void {
  if (spec.type === 'ExternalName') return
  const isOpen = spec.clusterIP === 'None' && Object.keys(spec.selector ?? {}).length === 0
  spec.ipFamilyPolicy ??= isOpen ? 'RequireDualStack' : 'SingleStack'
  const families = (spec.ipFamilies ??= [])
  if (families.length === 0) {
    const [ip] = spec.clusterIPs ?? []
    families.push(!isBlank(ip) && isIPv6(ip) ? 'IPv6' : 'IPv4')
  }
  if (isOpen && families.length < 2 && spec.ipFamilyPolicy !== 'SingleStack') {
    families.push(families[0] === 'IPv4' ? 'IPv6' : 'IPv4')
  }
}
