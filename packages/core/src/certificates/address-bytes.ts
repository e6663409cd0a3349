/** The bytes of an IP address, as certificates and proxies carry it. */
import { isIPv4 } from 'node:net'

/**
 * Four bytes for IPv4, sixteen for IPv6. Assumptions: `address` is valid, without brackets or zone.
 *
 * @example
 * ```ts
 * [...addressBytes('127.0.0.1')] // => [127, 0, 0, 1]
 * ```
 */
export function addressBytes(address: string): Uint8Array {
  if (isIPv4(address)) return Uint8Array.from(address.split('.'), Number)
  // URL writes an IPv6 address in its shortest form, without an IPv4 tail.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const zeros = Array<string>(tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length).fill('0')
  const all = [...groups(head), ...zeros, ...groups(tail)]
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
