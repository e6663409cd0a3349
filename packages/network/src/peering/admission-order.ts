/**
 * The order in which peers announced the identities of their tunnels: keys, VXLAN identifiers, addresses. Pure.
 *
 * A number, not a time: clocks of gateways differ and jump.
 *
 * See decision 0354.
 */
import type { TunnelEndpoint } from '../resource/tunnel-endpoint.ts'

type EndpointSpec = TunnelEndpoint['spec']

/** The number of an endpoint: kept while it announces nothing new, else after all others. */
export function admissionOrder(
  next: EndpointSpec,
  { present, all }: { readonly present: EndpointSpec | undefined; readonly all: readonly EndpointSpec[] },
): number {
  const held = new Set(present ? identitiesOf(present) : [])
  if (present && identitiesOf(next).every((one) => held.has(one))) return present.order ?? 0
  return 1 + all.reduce((highest, { order = 0 }) => Math.max(highest, order), 0)
}

function identitiesOf({ tunnel: { driver, publicKey, detour, vni, port, address } }: EndpointSpec): string[] {
  switch (driver) {
    case 'wireguard':
      return [publicKey, detour?.publicKey].filter((key) => key !== undefined)
    case 'vxlan':
      return [`vxlan ${vni} ${port}`]
    case 'gre':
      return [`gre ${address}`]
  }
}
