/** IPv4 addresses and ranges, and their assignment to clusters. Pure. */
export {
  type AddressRanges,
  assignAddresses,
  type Assignment,
  type AssignmentProblem,
  type NetworkClaim,
  type ReservedNetwork,
} from './address/assign-addresses.ts'
export { type Cidr, formatCidr, overlaps, parseCidr } from './address/cidr.ts'
export { formatIpv4, parseIpv4 } from './address/ipv4.ts'
