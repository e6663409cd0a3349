/** Character classes of Go's regular expressions, as ranges of code points, and their JavaScript notation. */
import { otherCases } from './re2-fold.ts'

/** Inclusive ends. */
export type CharacterRange = readonly [from: number, to: number]

export const lastCodePoint = 0x10ffff

const digit: CharacterRange = [0x30, 0x39]
const upper: CharacterRange = [0x41, 0x5a]
const lower: CharacterRange = [0x61, 0x7a]
const space: readonly CharacterRange[] = [
  [0x09, 0x0a],
  [0x0c, 0x0d],
  [0x20, 0x20],
]

/** `\d`, `\s`, `\w`: ASCII only, and `\s` without the vertical tab. */
export const perlClasses: Readonly<Record<string, readonly CharacterRange[]>> = {
  d: [digit],
  s: space,
  w: [digit, upper, [0x5f, 0x5f], lower],
}

/** POSIX classes such as `[[:alpha:]]`. */
export const posixClasses: Readonly<Record<string, readonly CharacterRange[]>> = {
  alnum: [digit, upper, lower],
  alpha: [upper, lower],
  ascii: [[0x00, 0x7f]],
  blank: [
    [0x09, 0x09],
    [0x20, 0x20],
  ],
  cntrl: [
    [0x00, 0x1f],
    [0x7f, 0x7f],
  ],
  digit: [digit],
  graph: [[0x21, 0x7e]],
  lower: [lower],
  print: [[0x20, 0x7e]],
  punct: [
    [0x21, 0x2f],
    [0x3a, 0x40],
    [0x5b, 0x60],
    [0x7b, 0x7e],
  ],
  space: [
    [0x09, 0x0d],
    [0x20, 0x20],
  ],
  upper: [upper],
  word: [digit, upper, [0x5f, 0x5f], lower],
  xdigit: [digit, [0x41, 0x46], [0x61, 0x66]],
}

/** All code points outside the ranges. */
export function complement(ranges: readonly CharacterRange[]): readonly CharacterRange[] {
  const left: CharacterRange[] = []
  let next = 0
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from > next) left.push([next, from - 1])
    next = Math.max(next, to + 1)
  }
  if (next <= lastCodePoint) left.push([next, lastCodePoint])
  return left
}

/** The ranges and all case variants of their characters. */
export function foldCase(ranges: readonly CharacterRange[]): readonly CharacterRange[] {
  return [...ranges, ...ranges.flatMap(outsideOf)]
}

/** A wider range is not expanded character by character; it contains both cases anyway. */
const widest = 2000

function outsideOf([from, to]: CharacterRange): CharacterRange[] {
  const others: CharacterRange[] = []
  if (to - from > widest) return others
  for (let code = from; code <= to; code++) {
    for (const other of otherCases(code)) if (other < from || other > to) others.push([other, other])
  }
  return others
}

/** The ranges in the notation of a JavaScript class with the `u` flag. */
export function formatRanges(ranges: readonly CharacterRange[]): string {
  return ranges.map(([from, to]) => (from === to ? formatCode(from) : `${formatCode(from)}-${formatCode(to)}`)).join('')
}

/** One character in JavaScript notation with the `u` flag, inside a class or outside. */
export function formatCode(code: number): string {
  const isPlain = (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
  return isPlain ? String.fromCharCode(code) : `\\u{${code.toString(16)}}`
}
