/** Bytes as Go reads them from JSON: padded base64 in which line breaks are ignored. */
import { ValueProblem } from './value-problem.ts'

/** Valid base64 on one line, if the length is also a multiple of four. */
const letters = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * Returns the same bytes in canonical base64.
 *
 * Failure: throws a `ValueProblem` with Go's words.
 */
export function readBase64(text: string): string {
  if (text.length % 4 !== 0 || !letters.test(text)) {
    const offset = problemAt(Buffer.from(text, 'utf8'))
    if (offset !== undefined) throw new ValueProblem(`illegal base64 data at input byte ${offset}`)
  }
  // Unused trailing bits may be nonzero in the input. Re-encoding zeroes them.
  return Buffer.from(text, 'base64').toString('base64')
}

/** The byte that Go reports: it reads four characters at a time, and reports the group if the input ends inside it. */
function problemAt(bytes: Buffer): number | undefined {
  const isLineEnd = (at: number) => bytes[at] === 10 || bytes[at] === 13
  let count = 0
  for (let at = 0; at < bytes.length; at++) {
    if (isLineEnd(at)) continue
    const letter = String.fromCharCode(bytes[at]!)
    if (/[A-Za-z0-9+/]/.test(letter)) {
      count++
      continue
    }
    if (letter !== '=' || count % 4 < 2) return at
    return paddingProblem(bytes, at, count % 4, isLineEnd)
  }
  return count % 4 === 0 ? undefined : bytes.length - (count % 4)
}

function paddingProblem(
  bytes: Buffer,
  at: number,
  count: number,
  isLineEnd: (at: number) => boolean,
): number | undefined {
  let next = at + 1
  const skipLineEnds = () => {
    while (isLineEnd(next)) next++
  }
  if (count === 2) {
    skipLineEnds()
    if (next === bytes.length) return bytes.length
    if (bytes[next] !== 0x3d) return next - 1
    next++
  }
  skipLineEnds()
  return next < bytes.length ? next : undefined
}
