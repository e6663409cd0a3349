/** NetworkPolicies, and the kinds that keep track of Service addresses. */
import type {
  IPAddress,
  IPBlock,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  ServiceCIDR,
} from '@kubewright/kubernetes/networking/v1'
import type { EndpointSlice } from '@kubewright/kubernetes/discovery/v1'
import { BlockList, isIPv4 } from 'node:net'
import type { Draft } from '../../object/draft.ts'
import { forbidden, invalid, required, tooMany, unsupported } from '../../status/field-error.ts'
import { address, addressRange, endpointAddress, isRange } from '../../validation/address.ts'
import { selectorProblems } from '../../validation/label-selector.ts'
import { portName, portNumber, protocols } from '../../validation/port.ts'
import { duplicate, each, isBlank, named, oneOf, type Problems, unchanged } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { ageOf, none, selectorCell, unset } from '../table/cells.ts'

const as = unvalidated<NetworkPolicy>

export const networkPolicy: KindBehavior = {
  fill(object) {
    const spec = (as(object).spec ??= {})
    spec.podSelector ??= {}
    for (const { ports } of [...(spec.ingress ?? []), ...(spec.egress ?? [])]) {
      for (const port of ports ?? []) port.protocol ??= 'TCP'
    }
    if ((spec.policyTypes ?? []).length === 0) {
      spec.policyTypes = (spec.egress ?? []).length > 0 ? ['Ingress', 'Egress'] : ['Ingress']
    }
  },
  *validate(object) {
    const { spec = {} } = as(object)
    yield* selectorProblems(spec.podSelector, 'spec.podSelector')
    for (const [rule, at] of each(spec.ingress, 'spec.ingress'))
      yield* ruleProblems(rule.ports, rule.from, [at, 'from'])
    for (const [rule, at] of each(spec.egress, 'spec.egress')) yield* ruleProblems(rule.ports, rule.to, [at, 'to'])
    const types = spec.policyTypes ?? []
    if (types.length > 2) return yield invalid('spec.policyTypes', types, 'may not specify more than two policyTypes')
    for (const [type, at] of each(types, 'spec.policyTypes')) {
      if (!['Ingress', 'Egress'].includes(type)) yield unsupported(at, type, ['Ingress', 'Egress'])
    }
  },
  cells: (object, nowMs) => [object.metadata.name, selectorCell(as(object).spec?.podSelector), ageOf(object, nowMs)],
}

function* ruleProblems(
  ports: readonly Unvalidated<NetworkPolicyPort>[] | undefined,
  peers: readonly Unvalidated<NetworkPolicyPeer>[] | undefined,
  [path, field]: readonly [string, string],
): Problems {
  for (const [port, at] of each(ports, `${path}.ports`)) yield* portProblems(port, at)
  for (const [peer, at] of each(peers, `${path}.${field}`)) yield* peerProblems(peer, at)
}

function* portProblems({ protocol, port, endPort }: Unvalidated<NetworkPolicyPort>, path: string): Problems {
  if (protocol !== undefined && !protocols.includes(protocol)) {
    yield unsupported(`${path}.protocol`, protocol, ['TCP', 'UDP', 'SCTP'])
  }
  if (typeof port === 'number') {
    yield* portNumber(port, `${path}.port`)
    if (endPort === undefined) return
    if (endPort < port) yield invalid(`${path}.endPort`, port, 'must be greater than or equal to `port`')
    return yield* portNumber(endPort, `${path}.endPort`)
  }
  if (endPort !== undefined) {
    const why = port === undefined ? 'is not specified' : 'is non-numeric'
    yield invalid(`${path}.endPort`, endPort, `may not be specified when \`port\` ${why}`)
  }
  if (port !== undefined) yield* portName(port, `${path}.port`)
}

function* peerProblems(
  { podSelector, namespaceSelector, ipBlock }: Unvalidated<NetworkPolicyPeer>,
  path: string,
): Problems {
  yield* selectorProblems(podSelector, `${path}.podSelector`)
  yield* selectorProblems(namespaceSelector, `${path}.namespaceSelector`)
  if (ipBlock) yield* blockProblems(ipBlock, `${path}.ipBlock`)
  const count = [podSelector, namespaceSelector, ipBlock].filter((peer) => peer !== undefined).length
  if (count === 0) yield required(path, 'must specify a peer')
  if (count > 1 && ipBlock !== undefined) yield forbidden(path, 'may not specify both ipBlock and another peer')
}

function* blockProblems({ cidr, except }: Unvalidated<IPBlock>, path: string): Problems {
  if (isBlank(cidr)) return yield required(`${path}.cidr`)
  yield* addressRange(cidr, `${path}.cidr`)
  if (!isRange(cidr)) return
  for (const [range, at] of each(except, `${path}.except`)) {
    yield* addressRange(range, at)
    if (isRange(range) && !isInside(range, cidr)) yield invalid(at, range, 'must be a strict subset of `cidr`')
  }
}

function isInside(range: string, whole: string): boolean {
  const [[ip, size], [base, least]] = [range.split('/'), whole.split('/')] as [[string, string], [string, string]]
  if (isIPv4(ip) !== isIPv4(base) || Number(size) <= Number(least)) return false
  const list = new BlockList()
  list.addSubnet(base, Number(least), isIPv4(base) ? 'ipv4' : 'ipv6')
  return list.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6')
}

const asCidr = unvalidated<ServiceCIDR>
const asAddress = unvalidated<IPAddress>

export const serviceCidr: KindBehavior = {
  *validate(object) {
    const { cidrs = [] } = asCidr(object).spec ?? {}
    if (cidrs.length === 0) yield required('spec.cidrs', 'at least one CIDR required')
    else if (cidrs.length > 2) yield invalid('spec', { CIDRs: cidrs }, 'may only hold up to 2 values')
    for (const [range, at] of each(cidrs, 'spec.cidrs')) yield* addressRange(range, at)
  },
  validateUpdate: (object, old) => unchanged(asCidr(object).spec?.cidrs, asCidr(old).spec?.cidrs, 'spec.cidrs'),
  cells(object, nowMs) {
    return [object.metadata.name, (asCidr(object).spec?.cidrs ?? []).join(','), ageOf(object, nowMs)]
  },
}

export const ipAddress: KindBehavior = {
  *validate(object) {
    const { parentRef } = asAddress(object).spec ?? {}
    if (parentRef === undefined) return yield required('spec.parentRef')
    if (isBlank(parentRef.resource)) yield required('spec.parentRef.resource')
    if (isBlank(parentRef.name)) yield required('spec.parentRef.name')
  },
  validateUpdate: (object, old) =>
    unchanged(asAddress(object).spec?.parentRef, asAddress(old).spec?.parentRef, 'spec.parentRef'),
  cells(object, nowMs) {
    const { parentRef } = asAddress(object).spec ?? {}
    const group = parentRef?.group ? `.${parentRef.group}` : ''
    const place = parentRef?.namespace ? `/${parentRef.namespace}` : ''
    const shown = parentRef === undefined ? none : `${parentRef.resource}${group}${place}/${parentRef.name}`
    return [object.metadata.name, shown, ageOf(object, nowMs)]
  },
}

const asSlice = unvalidated<EndpointSlice>
const addressTypes = ['FQDN', 'IPv4', 'IPv6']

export const endpointSlice: KindBehavior = {
  fill(object) {
    for (const port of asSlice(object).ports ?? []) {
      port.name ??= ''
      port.protocol ??= 'TCP'
    }
  },
  validate: sliceProblems,
  *validateUpdate(object, old) {
    const moved = [...unchanged(asSlice(object).addressType, asSlice(old).addressType, 'addressType')]
    yield* moved.length > 0 ? moved : sliceProblems(object)
  },
  wanted: ({ kind: _, apiVersion: __, metadata, ...rest }) => [rest, metadata.labels],
  warnings(object, old) {
    const isNew = old === undefined && asSlice(object).addressType === 'FQDN'
    return isNew ? ['spec.addressType: FQDN endpoints are deprecated'] : []
  },
  cells(object, nowMs) {
    const { addressType = '', ports, endpoints } = asSlice(object)
    const numbers = (ports ?? []).map(({ port, name }) => (port === undefined ? (name ?? '*') : String(port)))
    const addresses = (endpoints ?? []).flatMap(({ addresses: own = [] }) => own)
    return [object.metadata.name, addressType, listCell(numbers), listCell(addresses), ageOf(object, nowMs)]
  },
}

function listCell(texts: readonly string[]): string {
  if (texts.length > 3) return `${texts.slice(0, 3).join(',')} + ${texts.length - 3} more...`
  return texts.join(',') || unset
}

function* sliceProblems(object: Draft): Problems {
  const { addressType, endpoints, ports } = asSlice(object)
  yield* oneOf(addressType, 'addressType', addressTypes)
  yield* slicePortProblems(ports ?? [])
  if ((endpoints ?? []).length > 1_000) yield tooMany('endpoints', endpoints!.length, 1_000)
  for (const [endpoint, at] of each(endpoints ?? [], 'endpoints')) {
    const { addresses = [], hostname, nodeName } = endpoint
    if (addresses.length === 0) yield required(`${at}.addresses`, 'must contain at least 1 address')
    if (addresses.length > 100) yield tooMany(`${at}.addresses`, addresses.length, 100)
    for (const [text, place] of each(addresses, `${at}.addresses`)) yield* sliceAddress(text, place, addressType)
    if (nodeName !== undefined) yield* named('dns1123Subdomain', nodeName, `${at}.nodeName`)
    if (hostname !== undefined) yield* named('dns1123Label', hostname, `${at}.hostname`)
  }
}

function* sliceAddress(text: string, path: string, type: string | undefined): Problems {
  if (type === 'FQDN') return yield* named('dns1123Subdomain', text, path)
  if (type !== 'IPv4' && type !== 'IPv6') return
  const problems = [...address(text, path)]
  if (problems.length > 0) return yield* problems
  if (isIPv4(text) !== (type === 'IPv4')) return yield invalid(path, text, `must be an ${type} address`)
  yield* endpointAddress(text, path)
}

function* slicePortProblems(ports: NonNullable<Unvalidated<EndpointSlice>['ports']>): Problems {
  const names = new Set<string>()
  if (ports.length > 20_000) yield tooMany('ports', ports.length, 20_000)
  for (const [{ name = '', protocol, appProtocol, port }, at] of each(ports, 'ports')) {
    if (name !== '') yield* named('dns1123Label', name, `${at}.name`)
    if (names.has(name)) yield duplicate(`${at}.name`, name)
    names.add(name)
    yield* oneOf(protocol, `${at}.protocol`, protocols)
    if (port !== undefined) yield* portNumber(port, `${at}.port`)
    if (appProtocol !== undefined) yield* named('qualifiedName', appProtocol, `${at}.appProtocol`)
  }
}
