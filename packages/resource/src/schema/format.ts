/**
 * The formats the API server enforces. A schema may name any other format: it has no effect, and produces a warning.
 */
import { isEmail } from './format-email.ts'
import { isCidr, isHostname, isIpv4, isIpv6, isMac } from './format-network.ts'
import { isDate, isDateTime, isDuration } from './format-time.ts'
import { isRequestUri } from './format-uri.ts'
import type { SchemaType } from './structural-schema.ts'

/** Whether a text has a format. */
type Check = (text: string) => boolean

const byte = '[0-9a-f]'
const uuidOf = (third: string, fourth: string): Check =>
  matches(new RegExp(`^${byte}{8}-?${byte}{4}-?${third}-?${fourth}-?${byte}{12}$`, 'i'))
const name = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?'
const anyGroup = `${byte}{4}`
const variant = `[89ab]${byte}{3}`
const colour = '(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])'
const gap = '[\\t\\n\\f\\r ]*'

/** Keyed by the name without dashes, because `date-time` and `datetime` are the same format. */
const checks: Readonly<Record<string, Check>> = {
  bsonobjectid: matches(/^[0-9a-f]{24}$/i),
  uri: isRequestUri,
  email: isEmail,
  hostname: isHostname,
  ipv4: (text) => isIpv4(text, true) || (text.includes('.') && isIpv6(text, true)),
  ipv6: (text) => isIpv6(text, false),
  cidr: isCidr,
  mac: isMac,
  uuid: uuidOf(anyGroup, anyGroup),
  uuid3: uuidOf(`3${byte}{3}`, anyGroup),
  uuid4: uuidOf(`4${byte}{3}`, variant),
  uuid5: uuidOf(`5${byte}{3}`, variant),
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  creditcard: isCreditCard,
  ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  hexcolor: matches(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i),
  rgbcolor: matches(new RegExp(`^rgb\\(${gap}${colour}${gap},${gap}${colour}${gap},${gap}${colour}${gap}\\)$`)),
  byte: matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/),
  password: () => true,
  date: isDate,
  duration: isDuration,
  datetime: isDateTime,
  k8sshortname: (text) => text.length <= 63 && new RegExp(`^${name}$`).test(text),
  k8slongname: (text) => text.length <= 253 && new RegExp(`^${name}(?:\\.${name})*$`).test(text),
}

const byName = new Map([...Object.entries(checks), ['date-time', isDateTime] as const])

/** The check of a string format, or `undefined` if the API server has none by that name. */
export function textFormat(format: string): Check | undefined {
  return byName.get(format) ?? byName.get(format.replaceAll('-', ''))
}

const numberFormats: Readonly<Partial<Record<SchemaType, readonly string[]>>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
}

/** Whether the API server enforces `format` on values of `type`. Without a type it is a string format. */
export function isKnownFormat(format: string, type: SchemaType | undefined): boolean {
  if (type === undefined || type === 'string') return textFormat(format) !== undefined
  return numberFormats[type]?.includes(format) ?? false
}

function matches(pattern: RegExp): Check {
  return (text) => pattern.test(text)
}

function digitsOf(text: string): string {
  return text.replace(/[\t\n\f\r -]+/g, '')
}

function isIsbn10(text: string): boolean {
  const digits = digitsOf(text)
  if (!/^[0-9]{9}[0-9X]$/.test(digits)) return false
  const sum = Array.from(digits).reduce(
    (total, digit, index) => total + (index + 1) * (digit === 'X' ? 10 : Number(digit)),
    0,
  )
  return sum % 11 === 0
}

function isIsbn13(text: string): boolean {
  const digits = digitsOf(text)
  if (!/^[0-9]{13}$/.test(digits)) return false
  const sum = Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

const cardNumber =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/

function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '')
  if (!cardNumber.test(digits)) return false
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}
