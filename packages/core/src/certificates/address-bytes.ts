/** The bytes of an IP address, as a certificate names it. */
import { isIP } from 'node:net'

/** Four bytes, or sixteen. Assumptions: `address` is one. */
export function addressBytes(address: string): Uint8Array {
  return isIP(address) === 4 ? Uint8Array.from(address.split('.'), Number) : groupBytes(address)
}

/** URL writes an IPv6 address in its shortest form, without an IPv4 tail; what `::` stands for is put back. */
function groupBytes(address: string): Uint8Array {
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const missing = 8 - shortest.split(':').filter((group) => group !== '').length
  const groups = shortest
    .replace('::', `:${'0:'.repeat(missing)}`)
    .split(':')
    .filter((group) => group !== '')
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
