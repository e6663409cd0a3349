/** Addresses of a simulated cluster on the loopback of this machine. */
import { networkInterfaces } from 'node:os'

/**
 * Where processes find an address of the cluster. API servers refuse endpoints on the loopback, so pods and services have
 * addresses in 10.0.0.0/8, and each of them is the address in 127.0.0.0/8 with the same last three numbers.
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
 * Where this machine finds an endpoint of a service: a simulated pod on the loopback; what somebody else wrote into an endpoint
 * slice, such as an address of this machine, where it says.
 */
export function endpointHost(address: string): string {
  return /^10(\.\d{1,3}){3}$/.test(address) && !isOwn(address) ? loopbackOf(address) : address
}

function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address) === true)
}
