/** IP addresses and networks: `ip('10.0.0.1')`, `cidr('10.0.0.0/8').containsIP('10.1.2.3')`. */
import { boolType, intType, opaqueType, stringType } from '../types/type.ts'
import { CelError, isCelError, noSuchOverload } from '../values/cel-error.ts'
import { OpaqueValue } from '../values/opaque.ts'
import { formatIp, type IpAddress, isMapped, maskIp, parseIp, widthOf } from './ip-address.ts'
import { fn, type Library, method } from './overload.ts'

const ipType = opaqueType('net.IP')
const cidrType = opaqueType('net.CIDR')

class IpValue extends OpaqueValue {
  readonly type = ipType
  readonly address: IpAddress

  constructor(address: IpAddress) {
    super()
    this.address = address
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof IpValue && formatIp(other.address) === formatIp(this.address)
  }

  override get size(): number {
    return Number(widthOf(this.address) / 8n)
  }
}

class CidrValue extends OpaqueValue {
  readonly type = cidrType
  readonly address: IpAddress
  readonly prefix: bigint

  constructor(address: IpAddress, prefix: bigint) {
    super()
    this.address = address
    this.prefix = prefix
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof CidrValue && other.text === this.text
  }

  get text(): string {
    return `${formatIp(this.address)}/${this.prefix}`
  }

  override get size(): number {
    return Number((this.prefix + 7n) / 8n)
  }

  contains(address: IpAddress): boolean {
    if (address.family !== this.address.family) return false
    return maskIp(address, this.prefix).bits === maskIp(this.address, this.prefix).bits
  }

  containsCidr(other: CidrValue): boolean {
    return this.prefix <= other.prefix && this.contains(other.address)
  }
}

export const addresses: Library = {
  ip: [
    fn<[string]>('string_to_ip', [stringType], ipType, readIp),
    method<[CidrValue]>('cidr_ip', [cidrType], ipType, ({ address }) => new IpValue(address)),
  ],
  isIP: [fn<[string]>('is_ip', [stringType], boolType, (text) => !isCelError(readIp(text)))],
  'ip.isCanonical': [
    fn<[string]>('ip_is_canonical', [stringType], boolType, (text) => {
      const ip = readIp(text)
      return isCelError(ip) ? ip : formatIp(ip.address) === text
    }),
  ],
  family: [method<[IpValue]>('ip_family', [ipType], intType, ({ address }) => BigInt(address.family))],
  isUnspecified: [ipTest('ip_is_unspecified', ({ bits }) => bits === 0n)],
  isLoopback: [ipTest('ip_is_loopback', ({ family, bits }) => (family === 4 ? bits >> 24n === 127n : bits === 1n))],
  isLinkLocalMulticast: [
    ipTest('ip_is_link_local_multicast', ({ family, bits }) =>
      family === 4 ? bits >> 8n === 0xe00000n : ((bits >> 112n) & 0xff0fn) === 0xff02n,
    ),
  ],
  isLinkLocalUnicast: [ipTest('ip_is_link_local_unicast', isLinkLocalUnicast)],
  isGlobalUnicast: [
    ipTest('ip_is_global_unicast', (address) => {
      const { family, bits } = address
      if (bits === 0n || (family === 4 && bits === 0xffffffffn)) return false
      const isLoopback = family === 4 ? bits >> 24n === 127n : bits === 1n
      const isMulticast = family === 4 ? bits >> 28n === 0xen : bits >> 120n === 0xffn
      return !isLoopback && !isMulticast && !isLinkLocalUnicast(address)
    }),
  ],
  cidr: [fn<[string]>('string_to_cidr', [stringType], cidrType, readCidr)],
  isCIDR: [fn<[string]>('is_cidr', [stringType], boolType, (text) => !isCelError(readCidr(text)))],
  containsIP: [
    method<[CidrValue, string]>('cidr_contains_ip_string', [cidrType, stringType], boolType, (cidr, text) => {
      const ip = readIp(text)
      // The server drops the parse error here.
      return isCelError(ip) ? noSuchOverload() : cidr.contains(ip.address)
    }),
    method<[CidrValue, IpValue]>('cidr_contains_ip_ip', [cidrType, ipType], boolType, (cidr, { address }) =>
      cidr.contains(address),
    ),
  ],
  containsCIDR: [
    method<[CidrValue, string]>('cidr_contains_cidr_string', [cidrType, stringType], boolType, (cidr, text) => {
      const other = readCidr(text)
      return isCelError(other) ? noSuchOverload() : cidr.containsCidr(other)
    }),
    method<[CidrValue, CidrValue]>('cidr_contains_cidr', [cidrType, cidrType], boolType, (cidr, other) =>
      cidr.containsCidr(other),
    ),
  ],
  prefixLength: [method<[CidrValue]>('cidr_prefix_length', [cidrType], intType, ({ prefix }) => prefix)],
  masked: [
    method<[CidrValue]>(
      'cidr_masked',
      [cidrType],
      cidrType,
      ({ address, prefix }) => new CidrValue(maskIp(address, prefix), prefix),
    ),
  ],
  string: [
    fn<[CidrValue]>('cidr_to_string', [cidrType], stringType, ({ text }) => text),
    fn<[IpValue]>('ip_to_string', [ipType], stringType, ({ address }) => formatIp(address)),
  ],
}

/** The types by name, for comparison with `type(x)`. */
export const addressTypes = [ipType, cidrType]

function ipTest(id: string, test: (address: IpAddress) => boolean) {
  return method<[IpValue]>(id, [ipType], boolType, ({ address }) => test(address))
}

function isLinkLocalUnicast({ family, bits }: IpAddress): boolean {
  return family === 4 ? bits >> 16n === 0xa9fen : bits >> 118n === 0x3fan
}

function readIp(text: string): IpValue | CelError {
  const ip = parseIp(text)
  if ('problem' in ip) {
    if (ip.problem === 'zone') return new CelError(`IP address ${JSON.stringify(text)} with zone value is not allowed`)
    return new CelError(`IP Address ${JSON.stringify(text)} parse error during conversion from string: ${ip.problem}`)
  }
  if (isMapped(ip)) return new CelError(`IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`)
  return new IpValue(ip)
}

function readCidr(text: string): CidrValue | CelError {
  const badly = (why: string) => {
    const preamble = 'network address parse error during conversion from string: '
    return new CelError(`${preamble}${preamble}netip.ParsePrefix(${JSON.stringify(text)}): ${why}`)
  }
  const slash = text.lastIndexOf('/')
  if (slash < 0) return badly("no '/'")
  const ip = parseIp(text.slice(0, slash))
  if ('problem' in ip) return badly(ip.problem === 'zone' ? 'IPv6 zones cannot be present in a prefix' : ip.problem)
  const length = text.slice(slash + 1)
  if (!/^(?:0|[1-9]\d*)$/.test(length)) return badly(`bad bits after slash: ${JSON.stringify(length)}`)
  if (BigInt(length) > widthOf(ip)) return badly('prefix length out of range')
  if (isMapped(ip)) {
    const preamble = 'network address parse error during conversion from string: '
    return new CelError(`${preamble}IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`)
  }
  return new CidrValue(ip, BigInt(length))
}
