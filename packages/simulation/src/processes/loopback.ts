/** Addresses of a simulated cluster on the loopback of this machine. */
import { networkInterfaces } from 'node:os'

/**
 * Maps an address of the cluster to the loopback. API servers reject loopback endpoints, so pods and services have
 * addresses in 10.0.0.0/8, and each maps to the address in 127.0.0.0/8 with the same last three numbers.
 * See decision 0135.
 *
 * @example
 * ```ts
 * loopbackOf('10.128.16.2') // => '127.128.16.2'
 * ```
 */
export function loopbackOf(address: string): string {
  return address.replace(/^\d+\./, '127.')
}

/**
 * The address of a service endpoint on this machine: on the loopback for a simulated pod; unchanged for an address that another client
 * wrote into an EndpointSlice, such as one of this machine.
 */
export function endpointHost(address: string): string {
  return /^10(\.\d{1,3}){3}$/.test(address) && !isOwn(address) ? loopbackOf(address) : address
}

function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address) === true)
}
