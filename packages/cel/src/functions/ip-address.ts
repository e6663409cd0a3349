/** IP addresses as integers, parsed as strictly as in Go. */

export interface IpAddress {
  readonly family: 4 | 6
  readonly bits: bigint
}

/** The address, or Go's parse error. */
export function parseIp(text: string): IpAddress | { readonly problem: string } {
  const separator = /[.:%]/.exec(text)?.[0]
  const problem = (what: string, at?: string) => ({
    problem: `ParseAddr(${JSON.stringify(text)}): ${what}${at === undefined ? '' : ` (at ${JSON.stringify(at)})`}`,
  })
  if (separator === '.') return parseV4(text, problem)
  if (separator === ':') return parseV6(text, problem)
  return problem(separator === '%' ? 'missing IPv6 address' : 'unable to parse IP')
}

type Complain = (what: string, at?: string) => { readonly problem: string }

function parseV4(text: string, problem: Complain): IpAddress | { readonly problem: string } {
  const fields = text.split('.')
  for (const field of fields) {
    const bad = /[^0-9]/.exec(field)
    if (bad !== null) return problem('unexpected character', text.slice(text.indexOf(field) + bad.index))
    if (field === '') return problem('IPv4 field must have at least one digit', text.slice(text.indexOf('.')))
    if (field.length > 1 && field.startsWith('0')) return problem('IPv4 field has octet with leading zero')
    if (Number(field) > 255) return problem('IPv4 field has value >255')
  }
  if (fields.length < 4) return problem('IPv4 address too short')
  if (fields.length > 4) return problem('IPv4 address too long')
  return { family: 4, bits: fields.reduce((bits, field) => (bits << 8n) | BigInt(field), 0n) }
}

function parseV6(text: string, problem: Complain): IpAddress | { readonly problem: string } {
  const [address, ...zone] = text.split('%')
  if (zone.length > 0) return zone.join('%') === '' ? problem('zone must be a non-empty string') : { problem: 'zone' }
  const [head, tail, ...more] = address!.split('::')
  if (more.length > 0) return problem('multiple :: in address', `:${more.join('::')}`)
  const headGroups = groupsOf(head!)
  const tailGroups = tail === undefined ? [] : groupsOf(tail)
  const bad = [...headGroups, ...tailGroups].find((group) => !/^[0-9a-fA-F]{1,4}$/.test(group))
  if (bad !== undefined) return badGroup(bad, text, problem)
  const missing = 8 - headGroups.length - tailGroups.length
  if (tail === undefined && missing > 0) return problem('address string too short')
  if (missing < (tail === undefined ? 0 : 1)) return problem('trailing garbage after address', text)
  const groups = [...headGroups, ...Array.from({ length: missing }, () => '0'), ...tailGroups]
  return { family: 6, bits: groups.reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n) }
}

function badGroup(group: string, text: string, problem: Complain): { readonly problem: string } {
  if (group === '')
    return problem('each colon-separated field must have at least one digit', text.slice(text.indexOf(':')))
  const rest = text.slice(text.indexOf(group))
  if (/^[0-9a-fA-F]{5,}$/.test(group)) return problem('each group must have 4 or less digits', rest)
  const bad = /[^0-9a-fA-F]/.exec(group)!
  return bad.index === 0
    ? problem('each colon-separated field must have at least one digit', rest)
    : problem('unexpected character, want colon', rest.slice(bad.index))
}

/** An IPv4 address may take the place of the last two groups. */
function groupsOf(text: string): readonly string[] {
  if (text === '') return []
  const groups = text.split(':')
  const last = groups.at(-1)!
  if (!last.includes('.')) return groups
  const embedded = parseV4(last, (what) => ({ problem: what }))
  if ('problem' in embedded) return groups
  return [...groups.slice(0, -1), (embedded.bits >> 16n).toString(16), (embedded.bits & 0xffffn).toString(16)]
}

/** IPv4-mapped IPv6 addresses. */
export function isMapped({ family, bits }: IpAddress): boolean {
  return family === 6 && bits >> 32n === 0xffffn
}

export function formatIp({ family, bits }: IpAddress): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.')
  const groups = Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16))
  const longest = longestZeros(groups)
  if (longest.length < 2) return groups.join(':')
  return `${groups.slice(0, longest.start).join(':')}::${groups.slice(longest.start + longest.length).join(':')}`
}

/** The first of the longest runs of zero groups. */
function longestZeros(groups: readonly string[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  for (let start = 0; start < groups.length; start++) {
    let length = 0
    while (groups[start + length] === '0') length++
    if (length > best.length) best = { start, length }
  }
  return best
}

export function widthOf({ family }: IpAddress): bigint {
  return family === 4 ? 32n : 128n
}

/** The address with all bits after the prefix cleared. */
export function maskIp(address: IpAddress, prefix: bigint): IpAddress {
  const rest = widthOf(address) - prefix
  return { family: address.family, bits: (address.bits >> rest) << rest }
}
