/** Network string formats: addresses, ranges, hosts and hardware addresses, as the API server parses them. */

/** Four decimal octets. The lax form tolerates leading zeros, as Kubernetes always has. */
export function isIpv4(text: string, isLax: boolean): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => isOctet(part, isLax))
}

function isOctet(text: string, isLax: boolean): boolean {
  if (!/^[0-9]+$/.test(text) || (!isLax && text.length > 1 && text.startsWith('0'))) return false
  return Number(text) <= 255
}

/** Eight groups of hex digits, one run of zero groups abbreviated to `::`, optionally ending in an IPv4 address. */
export function isIpv6(text: string, isLax: boolean): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const counts = halves.map((half, index) => countGroups(half, index === halves.length - 1, isLax))
  if (counts.includes(undefined)) return false
  const groups = counts.reduce<number>((sum, count) => sum + count!, 0)
  return halves.length === 2 ? groups <= 7 : groups === 8
}

/** The number of 16-bit groups between colons; `undefined` if one is invalid. */
function countGroups(text: string, isEnd: boolean, isLax: boolean): number | undefined {
  if (text === '') return 0
  const parts = text.split(':')
  const last = parts.at(-1)!
  const endsInIpv4 = isEnd && last.includes('.')
  if (endsInIpv4 && !isIpv4(last, isLax)) return undefined
  const groups = endsInIpv4 ? parts.slice(0, -1) : parts
  const group = isLax ? /^0*[0-9a-f]{1,4}$/i : /^[0-9a-f]{1,4}$/i
  return groups.every((part) => group.test(part)) ? groups.length + (endsInIpv4 ? 2 : 0) : undefined
}

/** An address and a prefix length, either family. */
export function isCidr(text: string): boolean {
  const slash = text.indexOf('/')
  if (slash < 0) return false
  const address = text.slice(0, slash)
  const prefix = text.slice(slash + 1)
  if (!/^[0-9]+$/.test(prefix)) return false
  if (isIpv4(address, true)) return Number(prefix) <= 32
  return isIpv6(address, true) && Number(prefix) <= 128
}

const macForms = [6, 8, 20].flatMap((bytes) => [
  new RegExp(`^[0-9a-f]{2}(?::[0-9a-f]{2}){${bytes - 1}}$`, 'i'),
  new RegExp(`^[0-9a-f]{2}(?:-[0-9a-f]{2}){${bytes - 1}}$`, 'i'),
  new RegExp(`^[0-9a-f]{4}(?:\\.[0-9a-f]{4}){${bytes / 2 - 1}}$`, 'i'),
  new RegExp(`^[0-9a-f]{${bytes * 2}}$`, 'i'),
])

/** 6, 8 or 20 bytes, separated by colons, dashes, dots (every four digits), or nothing. */
export function isMac(text: string): boolean {
  return macForms.some((form) => form.test(text))
}

const hostCharacter = '[a-zA-Z0-9\\p{S}\\p{L}]'
const hostnameForm = new RegExp(
  `^(?:${hostCharacter}(?:-?${hostCharacter}{0,62})?` +
    `|(?:${hostCharacter}(?:[a-zA-Z0-9\\p{S}\\p{L}-]{0,61}${hostCharacter})?\\.)+[a-zA-Z\\p{L}]{2,63})$`,
  'u',
)

export function isHostname(text: string): boolean {
  if (!hostnameForm.test(text) || Buffer.byteLength(text) > 255) return false
  return text.split('.').every((label) => Buffer.byteLength(label) <= 63)
}
