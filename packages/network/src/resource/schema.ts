/** Shared fields. The schema limits their form; their meaning is validated where they are used. */
import { z } from 'zod'

/** The id of a cluster: unique among all connected clusters, immutable. It becomes part of a namespace name. */
export const clusterId = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9]{0,43}[a-z0-9])?$/)
  .describe('Id of a cluster: lower case letters, digits and dashes, at most 45 characters.')

/** The identity of a cluster that it did not choose itself: the UID of its namespace kube-system. */
export const identity = z.string().min(1).max(64)

/** IPv4 only. The controller parses the text, so that an IPv6 network is rejected with an explanation, not a pattern mismatch. */
export const cidr = z.string().max(43).describe("IPv4 network such as '10.244.0.0/16'. IPv6 is refused.")

export const port = z.int().min(1).max(65_535)

export const driver = z.enum(['wireguard', 'vxlan', 'gre'])

/** Pod and node networks of one cluster, as used in another. */
export const networks = z.object({ pod: cidr, external: cidr })

/** How to reach a gateway. */
export const tunnel = z.object({
  driver: driver.default('wireguard'),
  publicKey: z.string().max(44).optional().describe('WireGuard public key: 32 bytes in base64.'),
  address: z.string().max(39).optional().describe('IPv4 address of the gateway; none if it is behind NAT.'),
  port: port.optional(),
  vni: z.int().min(1).max(16_777_215).optional().describe('VXLAN network identifier.'),
  detour: z
    .object({
      publicKey: z.string().max(44),
      port,
      isRequested: z
        .boolean()
        .describe('Whether the sender rotates its own key. If false, it only responds to the rotation of a peer.'),
      isUsed: z.boolean().describe('Whether packets are to be sent through this device now.'),
    })
    .optional()
    .describe('Second WireGuard device, which carries the traffic during a key rotation of the first.'),
})
