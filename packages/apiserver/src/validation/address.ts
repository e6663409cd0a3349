/** Validation of IP addresses and CIDR ranges. */
import { isIP, isIPv4, isIPv6 } from 'node:net'
import { invalid } from '../status/field-error.ts'
import type { Problems } from './problems.ts'

export const notAnAddress = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
export const notARange = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

/** Legacy fields accept leading zeros, as the server does. */
export function isAddress(text: string): boolean {
  return isIP(withoutLeadingZeros(text)) !== 0 && !text.includes('%')
}

export function* address(text: string, path: string): Problems {
  if (!isAddress(text)) yield invalid(path, text, notAnAddress)
}

export function isRange(text: string): boolean {
  const [ip = '', size = '', ...rest] = text.split('/')
  if (rest.length > 0 || !/^[0-9]{1,3}$/.test(size) || !isAddress(ip)) return false
  return Number(size) <= (isIPv6(ip) ? 128 : 32)
}

export function* addressRange(text: string, path: string): Problems {
  if (!isRange(text)) yield invalid(path, text, notARange)
}

function withoutLeadingZeros(text: string): string {
  return text.includes(':') ? text : text.replace(/(^|\.)0+(?=[0-9])/g, '$1')
}

/** Rejects unspecified, loopback, link-local and similar addresses, which cannot be reached from other machines. */
export function* endpointAddress(text: string, path: string): Problems {
  if (!isAddress(text)) return yield* address(text, path)
  for (const [isSuch, problem] of specialAddresses(text)) if (isSuch) yield invalid(path, text, problem)
}

function specialAddresses(text: string): readonly (readonly [boolean, string])[] {
  const isFour = isIPv4(text)
  const [first = 0, second = 0, third = 0] = isFour ? text.split('.').map(Number) : []
  const plain = text.toLowerCase()
  return [
    [isFour ? text === '0.0.0.0' : /^[0:]+$/.test(plain), `may not be unspecified (${text})`],
    [isFour ? first === 127 : /^[0:]*:0*1$/.test(plain), 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    [
      isFour ? first === 169 && second === 254 : /^fe[89ab]/.test(plain),
      'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
    ],
    [
      isFour ? first === 224 && second === 0 && third === 0 : /^ff.2:/.test(plain),
      'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
    ],
  ]
}
