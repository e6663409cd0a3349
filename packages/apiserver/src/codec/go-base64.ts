/** Bytes as Go reads them from JSON: padded base64 in which line ends do not count. */
import { ValueProblem } from './value-problem.ts'

/** Together with a length that four divides, all there is to valid base64 on one line. */
const letters = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * The same bytes in their one normal spelling.
 *
 * Failure: throws a `ValueProblem` with Go's words.
 */
export function readBase64(text: string): string {
  if (text.length % 4 !== 0 || !letters.test(text)) {
    const offset = problemAt(Buffer.from(text, 'utf8'))
    if (offset !== undefined) throw new ValueProblem(`illegal base64 data at input byte ${offset}`)
  }
  // What the padding makes superfluous may be anything but zero in what was sent, and is zero in what is written.
  return Buffer.from(text, 'base64').toString('base64')
}

/** The byte Go complains about: it reads four letters at a time, and blames the group when it ends too soon. */
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
