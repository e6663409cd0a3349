/** A line diff of two texts: `-` marks lines of the first only, `+` those of the second. Pure. */

const around = 2

/** @returns nothing if they are the same */
export function diffTexts(left: string, right: string): string[] {
  if (left === right) return []
  return shorten(align(left.split('\n'), right.split('\n')))
}

/** The longest common subsequence of lines, computed from the end so that it can be read from the start. */
function align(left: readonly string[], right: readonly string[]): string[] {
  const width = right.length + 1
  const lengths = new Uint32Array((left.length + 1) * width)
  for (let l = left.length - 1; l >= 0; l--) {
    for (let r = right.length - 1; r >= 0; r--) {
      const at = l * width + r
      lengths[at] =
        left[l] === right[r] ? lengths[at + width + 1]! + 1 : Math.max(lengths[at + width]!, lengths[at + 1]!)
    }
  }
  const lines: string[] = []
  let [l, r] = [0, 0]
  while (l < left.length || r < right.length) {
    if (l < left.length && r < right.length && left[l] === right[r]) {
      lines.push(`  ${left[l++]}`)
      r++
    } else if (
      r === right.length ||
      (l < left.length && lengths[(l + 1) * width + r]! >= lengths[l * width + r + 1]!)
    ) {
      lines.push(`- ${left[l++]}`)
    } else {
      lines.push(`+ ${right[r++]}`)
    }
  }
  return lines
}

/** Keeps the differences with a few lines of context. */
function shorten(lines: readonly string[]): string[] {
  const isNear = (at: number) => lines.slice(Math.max(0, at - around), at + around + 1).some((line) => line[0] !== ' ')
  return lines.flatMap((line, at) => {
    if (isNear(at)) return [line]
    return at > 0 && isNear(at - 1) ? ['  …'] : []
  })
}
