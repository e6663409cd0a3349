/** Peers that all use our own pod network, so that each is translated in both directions. */
import { assignAddresses, parseCidr, parseIpv4 } from '@kubewright/network/address'
import type { ClusterNetwork, PeerNetwork } from '@kubewright/network/plan'

export const pods = '10.244.0.0/16'
export const external = '10.243.0.0/24'
export const nodeAddress = '192.0.2.11'

export const cluster = (publicKey: string): ClusterNetwork => ({
  podCidr: parseCidr(pods),
  externalCidr: parseCidr(external),
  nodes: [{ name: 'gateway', address: parseIpv4(nodeAddress), podCidrs: [parseCidr('10.244.1.0/24')] }],
  gateway: 'gateway',
  overlay: { vni: 219, port: 4_819, underlayMtu: 1_500 },
  tunnel: { port: 51_820, underlayMtu: 1_500, publicKey },
})

export const reserved = [
  { cidr: pods, usedBy: 'our pods' },
  { cidr: external, usedBy: 'our nodes' },
  { cidr: '10.96.0.0/12', usedBy: 'our services' },
]

/** A key without a private part: no peer answers. */
export const keyOf = (number: number): string => {
  const bytes = Buffer.alloc(32, 1)
  bytes.writeUInt32BE(number)
  return bytes.toString('base64')
}

export function doublyTranslated(count: number): PeerNetwork[] {
  const claims = Array.from({ length: count }, (_, index) => String(1_000 + index)).flatMap((name) => [
    { name: `${name}/pod`, wanted: parseCidr(pods) },
    { name: `${name}/external`, wanted: parseCidr(external) },
  ])
  const ranges = {
    pools: ['10.0.0.0/8', '172.16.0.0/12'].map(parseCidr),
    reserved: reserved.map(({ cidr, usedBy }) => ({ cidr: parseCidr(cidr), usedBy })),
  }
  const given = new Map(assignAddresses(claims, ranges).map((one) => [one.name, one.given!]))
  return Array.from({ length: count }, (_, index) => ({
    id: `peer-${1_000 + index}`,
    remote: { pod: given.get(`${1_000 + index}/pod`)!, external: given.get(`${1_000 + index}/external`)! },
    local: { pod: parseCidr('10.0.0.0/16'), external: parseCidr('172.31.0.0/24') },
    tunnel: {
      driver: 'wireguard',
      publicKey: keyOf(index),
      endpoint: { address: parseIpv4('192.0.2.200'), port: 51_820 },
    },
  }))
}
