/** Addresses of a simulated cluster on the loopback of this machine. */

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
