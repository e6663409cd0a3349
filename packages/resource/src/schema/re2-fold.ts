/** Simple case folding, as in Go's `unicode.SimpleFold`: which characters are the same under `(?i)`. */

/** Characters that are the same although `toLowerCase` and `toUpperCase` do not lead from each to all others. */
const orbits: readonly (readonly number[])[] = [
  [0x4b, 0x6b, 0x212a],
  [0x53, 0x73, 0x17f],
  [0xb5, 0x39c, 0x3bc],
  [0xc5, 0xe5, 0x212b],
  [0xdf, 0x1e9e],
  [0x1c4, 0x1c5, 0x1c6],
  [0x1c7, 0x1c8, 0x1c9],
  [0x1ca, 0x1cb, 0x1cc],
  [0x1f1, 0x1f2, 0x1f3],
  [0x345, 0x399, 0x3b9, 0x1fbe],
  [0x392, 0x3b2, 0x3d0],
  [0x395, 0x3b5, 0x3f5],
  [0x398, 0x3b8, 0x3d1, 0x3f4],
  [0x39a, 0x3ba, 0x3f0],
  [0x3a0, 0x3c0, 0x3d6],
  [0x3a1, 0x3c1, 0x3f1],
  [0x3a3, 0x3c2, 0x3c3],
  [0x3a6, 0x3c6, 0x3d5],
  [0x3a9, 0x3c9, 0x2126],
  [0x412, 0x432, 0x1c80],
  [0x414, 0x434, 0x1c81],
  [0x41e, 0x43e, 0x1c82],
  [0x421, 0x441, 0x1c83],
  [0x422, 0x442, 0x1c84, 0x1c85],
  [0x42a, 0x44a, 0x1c86],
  [0x462, 0x463, 0x1c87],
  [0x1c88, 0xa64a, 0xa64b],
  [0x1e60, 0x1e61, 0x1e9b],
  [0x1fb3, 0x1fbc],
  [0x1fc3, 0x1fcc],
  [0x1ff3, 0x1ffc],
  ...greekWithIota(),
]

/** U+1F80 to U+1FAF: blocks of eight small letters, each followed by its eight capitals. */
function greekWithIota(): readonly (readonly number[])[] {
  const small = [0x1f80, 0x1f90, 0x1fa0].flatMap((first) => Array.from({ length: 8 }, (_, index) => first + index))
  return small.map((code) => [code, code + 8])
}

const orbitOf = new Map(orbits.flatMap((orbit) => orbit.map((code) => [code, orbit] as const)))

/** JavaScript has I as the capital of this letter. In Go it is the same as no other. */
const dotlessI = 0x131

/** The other characters that are the same as this one. */
export function otherCases(code: number): readonly number[] {
  const orbit = orbitOf.get(code)
  if (orbit !== undefined) return orbit.filter((other) => other !== code)
  if (code === dotlessI) return []
  const character = String.fromCodePoint(code)
  return [character.toLowerCase(), character.toUpperCase()]
    .filter((text) => text !== character && Array.from(text).length === 1)
    .map((text) => text.codePointAt(0)!)
}
