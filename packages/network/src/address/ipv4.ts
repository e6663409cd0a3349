/** IPv4 addresses as unsigned 32-bit numbers, so that comparison and arithmetic need no parsing. */
import { networkErrors } from '../errors.ts'

/** Four numbers from 0 to 255 without leading zeros: some programs read `010` as octal, others as decimal. */
const dottedQuad =
  /^(25[0-5]|2[0-4]\d|1?\d?\d)\.(25[0-5]|2[0-4]\d|1?\d?\d)\.(25[0-5]|2[0-4]\d|1?\d?\d)\.(25[0-5]|2[0-4]\d|1?\d?\d)$/
const longestAddress = '255.255.255.255'.length

/** Parses `192.0.2.11`. */
export function parseIpv4(text: string): number {
  const address = tryParseIpv4(text)
  if (address === undefined) throw addressError(text, 'an IPv4 address')
  return address
}

/** Like {@link parseIpv4}, but `undefined` for anything else. */
export function tryParseIpv4(text: unknown): number | undefined {
  if (typeof text !== 'string' || text.length > longestAddress) return undefined
  const parts = dottedQuad.exec(text)
  if (!parts || parts.slice(1).some((part) => part.length > 1 && part.startsWith('0'))) return undefined
  return parts.slice(1).reduce((address, part) => address * 256 + Number(part), 0)
}

/** The address in dotted decimal notation: `192.0.2.11`. */
export function formatIpv4(address: number): string {
  return `${address >>> 24}.${(address >>> 16) & 255}.${(address >>> 8) & 255}.${address & 255}`
}

/** The error for invalid text; long or unprintable input is truncated. */
export function addressError(text: unknown, expected: string): Error {
  const shown = typeof text === 'string' ? JSON.stringify(text.slice(0, 60)) : typeof text
  const hint = typeof text === 'string' && text.includes(':') ? ' IPv6 is not supported.' : ''
  return networkErrors('KW_NETWORK_ADDRESS', { what: `read ${shown}`, why: `it is not ${expected}.${hint}` })
}
