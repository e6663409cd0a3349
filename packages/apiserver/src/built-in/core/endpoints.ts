/** Endpoints, which EndpointSlices replace. */
import type { Endpoints, EndpointAddress, EndpointSubset } from '@kubewright/kubernetes/core/v1'
import { invalid, required, unsupported } from '../../status/field-error.ts'
import { endpointAddress, isAddress } from '../../validation/address.ts'
import { portNumber, protocols } from '../../validation/port.ts'
import { each, isBlank, named, type Problems } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { ageOf, firstOf, none } from '../table/cells.ts'

const asEndpoints = unvalidated<Endpoints>

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

function* subsetProblems(subset: Unvalidated<EndpointSubset>, path: string): Problems {
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

function* addressProblems({ ip = '', hostname, nodeName }: Unvalidated<EndpointAddress>, path: string): Problems {
  yield* endpointAddress(ip, `${path}.ip`)
  if (!isAddress(ip)) yield invalid(`${path}.ip`, ip, 'must be a valid IP address')
  if (!isBlank(hostname)) yield* named('dns1123Label', hostname, `${path}.hostname`)
  if (nodeName !== undefined) yield* named('dns1123Subdomain', nodeName, `${path}.nodeName`)
}

function endpointsCell({ subsets = [] }: Unvalidated<Endpoints>): string {
  if (subsets.length === 0) return none
  const all = subsets.flatMap(({ addresses = [], ports = [] }) => {
    const ips = addresses.map(({ ip = '' }) => ip)
    if (ports.length === 0) return ips
    return ports.flatMap(({ port }) => ips.map((ip) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)))
  })
  return firstOf(all, 3)
}
