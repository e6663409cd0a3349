/** Allocation of cluster IPs and node ports to Services. */
import type { Service, ServiceSpec } from '@kubewright/kubernetes/core/v1'
import { isIPv6 } from 'node:net'
import { draftOf } from '../../object/draft.ts'
import { invalid } from '../../status/field-error.ts'
import { internal, invalidObject } from '../../status/failures.ts'
import type { Store } from '../../storage/store.ts'
import type { KeptObject } from '../../storage/text-arena.ts'
import { isBlank } from '../../validation/problems.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { NumberPool } from './number-pool.ts'
import { defaultServicePrefix, ServiceRange } from './service-range.ts'

type AnySpec = Unvalidated<ServiceSpec>
/** The allocations of a Service. */
type Held = Pick<AnySpec, 'clusterIP' | 'clusterIPs' | 'ports' | 'healthCheckNodePort'>

const ports = { text: '30000-32767', first: 30_000, last: 32_767, firstDynamic: 30_086 }

export class ServiceAddresses {
  readonly #store: Store
  readonly #range: ServiceRange
  readonly #hosts: NumberPool
  readonly #ports = new NumberPool(ports.first, ports.last, ports.firstDynamic)
  /**
   * Each allocation checks all Services, of which there may be thousands, so the parsed allocations of each version are
   * cached.
   */
  readonly #held = new WeakMap<KeptObject, Held>()

  constructor(store: Store, prefix: number = defaultServicePrefix) {
    this.#store = store
    this.#range = new ServiceRange(prefix)
    const { first, last, firstDynamic } = this.#range
    this.#hosts = new NumberPool(first, last, firstDynamic)
  }

  /**
   * Allocates the addresses and ports that the Service requests or needs.
   *
   * Failure: a Status if a requested one is taken or out of range.
   */
  assign(name: string, spec: AnySpec, old: AnySpec | undefined): void {
    // Lazy: most writes need no allocation, and then the other Services are not read.
    let found: readonly Held[] | undefined
    const others = () => (found ??= this.#others(old))
    if (spec.type !== 'ExternalName' && spec.clusterIPs?.[0] !== 'None')
      this.#assignAddress(name, spec, { old, others })
    if (needsNodePorts(spec)) this.#assignPorts(name, spec, { old, others })
    if (needsHealthCheck(spec) && (spec.healthCheckNodePort ?? 0) === 0) {
      spec.healthCheckNodePort = this.#ports.take((port) => holdsPort(others(), port))
    }
  }

  #assignAddress(name: string, spec: AnySpec, { old, others }: Neighbours): void {
    const [asked] = spec.clusterIPs ?? []
    const isTaken = (ip: string) => others().some(({ clusterIPs }) => clusterIPs?.includes(ip) === true)
    if (asked === undefined) {
      const host = this.#hosts.take((value) => isTaken(this.#range.addressOf(value)))
      if (host === undefined)
        throw internal(`failed to allocate a serviceIP for Service ${JSON.stringify(name)}: range is full`)
      spec.clusterIP = this.#range.addressOf(host)
      spec.clusterIPs = [spec.clusterIP]
    } else if (asked !== old?.clusterIPs?.[0]) {
      const why = this.#refusal(asked, isTaken)
      if (why !== undefined)
        throw refuse(name, 'spec.clusterIPs', spec.clusterIPs, `failed to allocate IP ${asked}: ${why}`)
    }
  }

  #refusal(ip: string, isTaken: (ip: string) => boolean): string | undefined {
    if (!this.#hosts.has(this.#range.hostOf(ip))) {
      return 'the provided network does not match the current range'
    }
    return isTaken(ip) ? 'provided IP is already allocated' : undefined
  }

  #assignPorts(name: string, spec: AnySpec, { old, others }: Neighbours): void {
    /** Ports with the same number and different protocols share a node port. */
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

  #nextPort(spec: AnySpec, others: () => readonly Held[]): number {
    const port = this.#ports.take((value) => holdsPort([...others(), spec], value))
    if (port === undefined) throw internal('failed to allocate a nodePort: range is full')
    return port
  }

  #checkPort(name: string, port: number, { path, others }: { path: string; others: () => readonly Held[] }): void {
    if (!this.#ports.has(port)) {
      const why = `provided port is not in the valid range. The range of valid ports is ${ports.text}`
      throw refuse(name, path, port, why)
    }
    if (holdsPort(others(), port)) throw refuse(name, path, port, 'provided port is already allocated')
  }

  /** The allocations of all other Services. */
  #others(old: AnySpec | undefined): readonly Held[] {
    const { versions } = this.#store.collection('services').range({})
    const held = versions.map(({ object }) => this.#heldBy(object))
    if (old === undefined) return held
    return held.filter(({ clusterIP }) => clusterIP === 'None' || clusterIP !== old.clusterIP)
  }

  #heldBy(object: KeptObject): Held {
    const known = this.#held.get(object)
    if (known !== undefined) return known
    const {
      clusterIP,
      clusterIPs,
      ports: given,
      healthCheckNodePort,
    } = unvalidated<Service>(draftOf(object.text)).spec ?? {}
    const held = { clusterIP, clusterIPs, ports: given, healthCheckNodePort }
    this.#held.set(object, held)
    return held
  }
}

interface Neighbours {
  readonly old: AnySpec | undefined
  readonly others: () => readonly Held[]
}

function holdsPort(specs: readonly Held[], port: number): boolean {
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

/** Defaults IP families and their policy. This server allocates addresses of one family only. */
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
