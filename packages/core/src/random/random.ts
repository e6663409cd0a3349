/** Injected randomness, so that a run can be repeated from its seed. */

/** A source of random numbers: `systemRandom`, or a seeded one in tests. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
}

/** Random numbers of the JavaScript engine: neither repeatable nor for secrets. */
export const systemRandom: Random = { next: () => Math.random() }

/** The same seed yields the same numbers, on every machine. (sfc32; not for secrets.) */
export function seededRandom(seed: number | string): Random {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, hash(String(seed)), 1]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let round = 0; round < 15; round++) next() // mix the seed into every bit
  return { next }
}

/** A whole number in [0, below). */
export function randomInt(random: Random, below: number): number {
  return Math.floor(random.next() * below)
}

/** `ms` plus up to `factor` of itself, so that many waiters do not wake at the same time. */
export function withJitter(random: Random, ms: number, factor: number): number {
  return ms * (1 + random.next() * factor)
}

/** FNV-1a: maps similar seeds to distant values. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value
}
