/** Kinds of the core group with few rules of their own. */
import type {
  ComponentStatus,
  Endpoints,
  EndpointAddress,
  EndpointSubset,
  ServiceAccount,
} from '@kubewright/kubernetes/core/v1'
import { invalid, required, unsupported } from '../../status/field-error.ts'
import { endpointAddress, isAddress } from '../check/address.ts'
import { portNumber, protocols } from '../check/port.ts'
import { each, isBlank, named, type Problems } from '../check/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Loose, loosely } from '../loose.ts'
import { ageOf, firstOf, none } from '../table/cells.ts'
import { bindPod } from '../pod/pod-binding.ts'

const asAccount = loosely<ServiceAccount>
const asEndpoints = loosely<Endpoints>
const asComponent = loosely<ComponentStatus>

export const binding: KindBehavior = { create: bindPod }

const strictSecrets = 'kubernetes.io/enforce-mountable-secrets'

export const serviceAccount: KindBehavior = {
  // Only the names of the referenced secrets are kept.
  prepareForCreate(object) {
    const it = asAccount(object)
    if (it.secrets) it.secrets = it.secrets.map(({ name }) => ({ name }))
  },
  warnings(object, old) {
    const isNew = Object.hasOwn(object.metadata.annotations ?? {}, strictSecrets)
    if (!isNew || Object.hasOwn(old?.metadata.annotations ?? {}, strictSecrets)) return []
    const advice = 'prefer separate namespaces to isolate access to mounted secrets'
    return [`metadata.annotations[${strictSecrets}]: deprecated in v1.32+; ${advice}`]
  },
  cells: (object, nowMs) => [object.metadata.name, ageOf(object, nowMs)],
}

export const componentStatus: KindBehavior = {
  deprecation: 'v1 ComponentStatus is deprecated in v1.19+',
  cells(object) {
    const healthy = asComponent(object).conditions?.find(({ type }) => type === 'Healthy')
    const state = healthy === undefined ? 'Unknown' : healthy.status === 'True' ? 'Healthy' : 'Unhealthy'
    return [object.metadata.name, state, healthy?.message ?? '', healthy?.error ?? '']
  },
}

export const endpoints: KindBehavior = {
  deprecation: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
  fill(object) {
    for (const { ports } of asEndpoints(object).subsets ?? []) for (const port of ports ?? []) port.protocol ||= 'TCP'
  },
  *validate(object) {
    for (const [subset, at] of each(asEndpoints(object).subsets, 'subsets')) yield* subsetProblems(subset, at)
  },
  cells: (object, nowMs) => [object.metadata.name, endpointsCell(asEndpoints(object)), ageOf(object, nowMs)],
}

function* subsetProblems(subset: Loose<EndpointSubset>, path: string): Problems {
  const { addresses = [], notReadyAddresses = [], ports = [] } = subset
  if (addresses.length === 0 && notReadyAddresses.length === 0) {
    yield required(path, 'must specify `addresses` or `notReadyAddresses`')
  }
  for (const [address, at] of each(addresses, `${path}.addresses`)) yield* addressProblems(address, at)
  for (const [address, at] of each(notReadyAddresses, `${path}.notReadyAddresses`)) yield* addressProblems(address, at)
  for (const [port, at] of each(ports, `${path}.ports`)) {
    if (isBlank(port.name)) {
      if (ports.length > 1) yield required(`${at}.name`)
    } else yield* named('dns1123Label', port.name, `${at}.name`)
    yield* portNumber(port.port ?? 0, `${at}.port`)
    if (isBlank(port.protocol)) yield required(`${at}.protocol`)
    else if (!protocols.includes(port.protocol)) yield unsupported(`${at}.protocol`, port.protocol, protocols)
    if (port.appProtocol !== undefined) yield* named('qualifiedName', port.appProtocol, `${at}.appProtocol`)
  }
}

function* addressProblems({ ip = '', hostname, nodeName }: Loose<EndpointAddress>, path: string): Problems {
  yield* endpointAddress(ip, `${path}.ip`)
  if (!isAddress(ip)) yield invalid(`${path}.ip`, ip, 'must be a valid IP address')
  if (!isBlank(hostname)) yield* named('dns1123Label', hostname, `${path}.hostname`)
  if (nodeName !== undefined) yield* named('dns1123Subdomain', nodeName, `${path}.nodeName`)
}

function endpointsCell({ subsets = [] }: Loose<Endpoints>): string {
  if (subsets.length === 0) return none
  const all = subsets.flatMap(({ addresses = [], ports = [] }) => {
    const ips = addresses.map(({ ip = '' }) => ip)
    if (ports.length === 0) return ips
    return ports.flatMap(({ port }) => ips.map((ip) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)))
  })
  return firstOf(all, 3)
}
