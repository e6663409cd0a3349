/**
 * zod's string formats. An equivalent API server format is used if there is one; where zod is stricter, its pattern is added; a format
 * that zod checks with code the API server does not have is rejected.
 */
import { regexes } from 'zod/v4/core'
import type { NestedValidation } from '../schema/structural-schema.ts'
import type { CheckDef } from './checks.ts'
import type { Place } from './place.ts'
import { quoteRe2, toRe2 } from './to-re2.ts'

/** Formats that are only a pattern. */
const patternFormats: ReadonlySet<string> = new Set([
  'regex',
  'lowercase',
  'uppercase',
  'guid',
  'uuid',
  'email',
  'nanoid',
  'cuid',
  'cuid2',
  'ulid',
  'xid',
  'ksuid',
  'e164',
  'mac',
  'time',
  'date',
  'datetime',
  'duration',
  'ipv4',
  'cidrv4',
])

/** Server formats that accept everything zod's pattern accepts; they improve messages, the pattern decides. */
const widerFormats: readonly (readonly [zod: RegExp, server: string])[] = [
  [regexes.uuid(), 'uuid'],
  [regexes.email, 'email'],
  [regexes.ipv4, 'ipv4'],
  [regexes.cidrv4, 'cidr'],
]

/** zod checks these with code; each pattern and format here accepts exactly the same texts. */
const codedFormats: Readonly<Record<string, NestedValidation>> = {
  ipv6: { format: 'ipv6' },
  cidrv6: { format: 'cidr', pattern: '^[0-9a-fA-F.]*:[0-9a-fA-F:.]*/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9])$' },
  base64: { pattern: '^(?:[0-9a-zA-Z+/]{4})*(?:[0-9a-zA-Z+/]{2}==|[0-9a-zA-Z+/]{3}=)?$' },
  base64url: { pattern: '^(?:[0-9a-zA-Z_-]{4})*(?:[0-9a-zA-Z_-]{2,3})?$' },
}

const advice: Readonly<Record<string, string>> = {
  duration: "Use duration(), which takes '1h30m', or z.string().regex() with a pattern of your own.",
  hostname: 'Use dnsSubdomain() or dnsLabel(), or z.string().max(253).regex() with a pattern of your own.',
  emoji: 'Use z.string().regex() with a pattern of your own.',
  jwt: 'Use z.string().',
  credit_card: "Use z.string().meta({ format: 'creditcard' }), which the API server checks.",
  iban: 'Use z.string().regex() with a pattern of your own.',
}

/** The server-side equivalent of a `string_format` check of zod. */
export function formatOf(check: CheckDef, place: Place): NestedValidation {
  const format = check['format'] as string
  switch (format) {
    case 'url':
      return fromUrl(check, place)
    case 'includes':
      return fromIncludes(check, place)
    case 'starts_with':
      return { pattern: `^${quoteRe2(check['prefix'] as string)}` }
    case 'ends_with':
      return { pattern: `${quoteRe2(check['suffix'] as string)}$` }
  }
  if (Object.hasOwn(codedFormats, format)) return codedFormats[format]!
  const pattern = check['pattern'] as RegExp | undefined
  // `z.stringFormat()` and derived formats check with a function; if it was made from a pattern, the pattern is equivalent.
  const isPattern = pattern !== undefined && (patternFormats.has(format) || 'fn' in check)
  if (isPattern) return fromPattern(pattern, format, check, place)
  place.refuse(`the format \`${format}\` is checked by code that the API server does not have`, adviceFor(format))
  return {}
}

function adviceFor(format: string): string {
  return Object.hasOwn(advice, format) ? advice[format]! : 'Use z.string().regex() with a pattern of your own.'
}

function fromPattern(pattern: RegExp, format: string, check: CheckDef, place: Place): NestedValidation {
  const known = fromTime(format, check, pattern)
  if (known) return known
  const translated = toRe2(pattern)
  if ('problem' in translated) {
    const shown = format === 'regex' ? `the pattern ${shorten(String(pattern))}` : `the pattern of \`${format}\``
    const instead = Object.hasOwn(advice, format) ? advice[format]! : patternAdvice
    place.refuse(`${shown} ${translated.problem}, and the API server compiles patterns with Go's RE2`, instead)
    return {}
  }
  const wider = widerFormats.find(([zod]) => zod.source === pattern.source && zod.flags === pattern.flags)
  return wider === undefined ? translated : { format: wider[1], pattern: translated.pattern }
}

const patternAdvice =
  'Rewrite it without that, split it into several .regex() calls, or write a CEL rule with withRules().'

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`
}

/** Dates and instants: the server's formats check the calendar, a short pattern the rest. */
function fromTime(format: string, check: CheckDef, pattern: RegExp): NestedValidation | undefined {
  if (format === 'date' && pattern.source === regexes.date.source) return { format: 'date' }
  if (format !== 'datetime') return undefined
  const {
    precision = null,
    offset = false,
    local = false,
  } = check as { precision?: number | null; offset?: boolean; local?: boolean }
  const isStandard = pattern.source === regexes.datetime({ precision, offset, local }).source
  if (!isStandard || local || precision === -1) return undefined
  const fraction = precision === null ? '(?:\\.\\d+)?' : precision === 0 ? '' : `\\.\\d{${precision}}`
  const zone = offset ? '(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)' : 'Z'
  return { format: 'date-time', pattern: `^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}${fraction}${zone}$` }
}

function fromUrl(check: CheckDef, place: Place): NestedValidation {
  if (check['hostname'] !== undefined) {
    place.refuse(
      'a URL with a condition on its host cannot be checked by the API server',
      'Use z.url() with .regex() on the whole URL, such as /^https:\\/\\/[a-z.]+\\//.',
    )
  }
  if (check['normalize']) {
    place.refuse('`normalize` changes the value, and the API server changes nothing', 'Remove it.')
  }
  const scheme = schemeOf(check['protocol'] as RegExp | undefined, place)
  return { format: 'uri', pattern: `^${scheme}:` }
}

function schemeOf(protocol: RegExp | undefined, place: Place): string {
  const anyScheme = '[a-zA-Z][a-zA-Z0-9+.-]*'
  if (protocol === undefined) return anyScheme
  const translated = toRe2(protocol)
  const whole = 'pattern' in translated ? /^\^([^^]*)\$$/.exec(translated.pattern)?.[1] : undefined
  if (whole !== undefined) return `(?:${whole})`
  place.refuse('the pattern of `protocol` cannot be part of a pattern for the whole URL', 'Anchor it: /^https?$/.')
  return anyScheme
}

function fromIncludes(check: CheckDef, place: Place): NestedValidation {
  if (check['position'] !== undefined) {
    place.refuse('`.includes()` with a position has no counterpart in Kubernetes', 'Use .regex().')
  }
  return { pattern: quoteRe2(check['includes'] as string) }
}
