/** The `uri` format: what Go accepts as a request URI, an absolute path included. */
import { isIpv6 } from './format-network.ts'

export function isRequestUri(text: string): boolean {
  if (text === '' || hasControlCharacter(text)) return false
  if (text === '*') return true
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(text)?.[1]
  if (scheme === undefined && text.startsWith(':')) return false
  const afterScheme = scheme === undefined ? text : text.slice(scheme.length + 1)
  const rest = afterScheme.split('?', 1)[0]!
  if (!rest.startsWith('/')) return scheme !== undefined
  if (scheme === undefined || !rest.startsWith('//')) return hasValidEscapes(rest)
  const slash = rest.indexOf('/', 2)
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash)
  return isAuthority(authority, scheme.toLowerCase()) && (slash < 0 || hasValidEscapes(rest.slice(slash)))
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' || character === '\x7f')
}

function hasValidEscapes(text: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(text)
}

function isAuthority(authority: string, scheme: string): boolean {
  const at = authority.lastIndexOf('@')
  const user = at < 0 ? '' : authority.slice(0, at)
  if (!/^[a-zA-Z0-9._:~!$&'()*+,;=%@-]*$/.test(user) || !hasValidEscapes(user)) return false
  const host = authority.slice(at + 1)
  return host.includes('[') ? isBracketedHost(host) : isNamedHost(host, scheme)
}

function isNamedHost(host: string, scheme: string): boolean {
  const isWeb = scheme === 'http' || scheme === 'https'
  const colon = isWeb ? host.indexOf(':') : host.lastIndexOf(':')
  return (colon < 0 || /^:[0-9]*$/.test(host.slice(colon))) && isHostText(host)
}

/** `[fe80::1]:80`, optionally with a zone after `%25`. */
function isBracketedHost(host: string): boolean {
  const close = host.lastIndexOf(']')
  if (host.lastIndexOf('[') !== 0 || close < 0 || !/^(?::[0-9]*)?$/.test(host.slice(close + 1))) return false
  const inside = host.slice(1, close)
  const zone = inside.indexOf('%25')
  if (zone < 0) return isIpv6(inside, false)
  return inside.length > zone + 3 && isIpv6(inside.slice(0, zone), false) && isHostText(inside.slice(zone + 3))
}

/** Percent-escapes in a host may encode only non-ASCII bytes. */
function isHostText(host: string): boolean {
  return /^(?:\P{ASCII}|[a-zA-Z0-9._~!$&'()*+,;=:[\]<>"-]|%[89a-fA-F][0-9a-fA-F]|%25)*$/u.test(host)
}
