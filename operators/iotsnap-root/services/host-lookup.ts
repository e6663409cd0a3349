/** Resolves other services by name: in a simulation from its hosts file, on a cluster by DNS. */
import type { LookupFunction } from 'node:net'
import { serviceLookup } from '@kubewright/simulation'

export const lookup: LookupFunction = serviceLookup()

/** The address of a host, for clients without a `lookup` option. Resolve before each connection, since services may move. */
export function addressOf(host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    lookup(host, { family: 4 }, (error, address) => {
      if (error) reject(error)
      else resolve(typeof address === 'string' ? address : address[0]!.address)
    })
  })
}
