/** The grammar of quantities as an API server parses it, including its accidental edge cases. */
import { coreErrors } from '../errors.ts'

/** The kind of suffix of an amount. */
export type QuantityNotation = 'BinarySI' | 'DecimalSI' | 'DecimalExponent'

interface Amount {
  readonly unscaled: bigint
  readonly exponent: number
  readonly notation: QuantityNotation
}

/** Larger than any amount in a cluster needs, and small enough to keep arithmetic cheap. */
const longestText = 1_000
const largestExponent = 1_000

const decimalExponents: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
}
const binaryExponents: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }

/** From this power of two on, a suffix needs a number before it. */
const largestBareExponent = 50

/** The finest precision of a quantity. */
const nano = -9
const largestBinary = 2n ** 63n - 1n

/** A missing number reads as zero, as on the server: `Ki` is zero. The server rejects the two largest bare suffixes, and so does this. */
export function readQuantity(text: string): Amount {
  if (text.length > longestText) throw unreadable(text, `it has more than ${longestText} characters`)
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[+-]?\d*)$/.exec(text)
  if (!parts || text === '') throw unreadable(text, 'it is not a number with an optional suffix')
  const [, sign, whole = '', fraction = '', suffix = ''] = parts
  const { binary, exponent, notation } = readSuffix(text, suffix)
  if (whole + fraction === '' && binary >= largestBareExponent)
    throw unreadable(text, 'there is no number before the suffix')
  const size = finest(BigInt(whole + fraction) << BigInt(binary), exponent - fraction.length)
  const amount = notation === 'BinarySI' ? boundedBinary(size) : { ...size, notation }
  return sign === '-' ? { ...amount, unscaled: -amount.unscaled } : amount
}

interface Suffix {
  /** Exponents of two and of ten. */
  readonly binary: number
  readonly exponent: number
  readonly notation: QuantityNotation
}

function readSuffix(text: string, suffix: string): Suffix {
  const exponent = own(decimalExponents, suffix)
  if (exponent !== undefined) return { binary: 0, exponent, notation: 'DecimalSI' }
  const binary = own(binaryExponents, suffix)
  if (binary !== undefined) return { binary, exponent: 0, notation: 'BinarySI' }
  if (!/^[eE][+-]?\d+$/.test(suffix)) throw unreadable(text, `${JSON.stringify(suffix)} is not a suffix`)
  const given = Number(suffix.slice(1))
  if (given > largestExponent) throw unreadable(text, `its exponent is above ${largestExponent}`)
  return { binary: 0, exponent: Math.max(given, -largestExponent * 2), notation: 'DecimalExponent' }
}

function own(table: Readonly<Record<string, number>>, key: string): number | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

type Size = Pick<Amount, 'unscaled' | 'exponent'>

/** Rounds amounts finer than a nano-unit up, so that a nonzero request never becomes zero. */
function finest(unscaled: bigint, exponent: number): Size {
  if (exponent >= nano) return { unscaled, exponent }
  const divisor = 10n ** BigInt(nano - exponent)
  const isRounded = unscaled % divisor !== 0n
  return { unscaled: unscaled / divisor + (isRounded ? 1n : 0n), exponent: nano }
}

function boundedBinary({ unscaled, exponent }: Size): Amount {
  const one = 10n ** BigInt(-exponent)
  if (unscaled > largestBinary * one) return { unscaled: largestBinary, exponent: 0, notation: 'BinarySI' }
  const isFraction = unscaled > 0n && unscaled < one
  return { unscaled, exponent, notation: isFraction ? 'DecimalSI' : 'BinarySI' }
}

function unreadable(text: string, why: string): Error {
  const shown = text.length > 50 ? `${text.slice(0, 50)}…` : text
  return coreErrors('KW_CORE_QUANTITY', {
    what: `read the quantity ${JSON.stringify(shown)}`,
    why,
    next: "Write a number and perhaps a suffix: '500m', '2', '1.5Gi', '12e6'.",
    details: { given: shown },
  })
}
