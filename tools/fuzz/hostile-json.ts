/** Values that no schema expects, and a writer for text that `JSON.stringify` cannot produce: raw text and duplicate keys. */
import { isJsonObject } from '@kubewright/core/json'
import type { Dice } from './dice.ts'
import { hostileText } from './hostile-text.ts'

/** Written unchanged, whether or not it is JSON. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** An object that may have duplicate keys. */
export class JsonEntries {
  readonly entries: readonly (readonly [string, unknown])[]

  constructor(entries: readonly (readonly [string, unknown])[]) {
    this.entries = entries
  }
}

export function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (value instanceof JsonEntries) return writeEntries(value.entries)
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  return isJsonObject(value) ? writeEntries(Object.entries(value)) : (JSON.stringify(value) ?? 'null')
}

function writeEntries(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${writeJson(value)}`).join(',')}}`
}

const rawTexts: readonly string[] = [
  '1e400',
  '-1e400',
  '1e-400',
  '123456789012345678901234567890',
  '-9223372036854775809',
  '18446744073709551616',
  '0.1e1',
  '-0',
  '1.0000000000000000000000000001',
  '00',
  '+1',
  '.5',
  'NaN',
  'undefined',
  "'a'",
  '"\\ud800"',
  '"\\x41"',
  '"\u0000"',
  '{"a":1,"a":2}',
  '{"a":{},"A":{},"á":{}}',
  '[1,]',
  '{"a"}',
  '/* */1',
  `1${'0'.repeat(2_000)}`,
  `0.${'0'.repeat(2_000)}1`,
]

export function hostileValue(dice: Dice, depth = 3): unknown {
  return dice.weighted<() => unknown>([
    [6, () => hostileText(dice)],
    [4, () => dice.pick([null, true, false, 0, -1, 1, 65_536, 2 ** 31, 2 ** 53, -(2 ** 63), 0.5, 1e300, {}, []])],
    [1, () => new RawJson(dice.pick(rawTexts))],
    [1, () => deepValue(dice)],
    [1, () => wideValue(dice)],
    [depth > 0 ? 2 : 0, () => dice.times(4, () => hostileValue(dice, depth - 1))],
    [depth > 0 ? 2 : 0, () => new JsonEntries(dice.times(4, () => [hostileText(dice), hostileValue(dice, depth - 1)]))],
  ])()
}

/** Nested deeper than a naive recursion can go. */
export function deepValue(dice: Dice): RawJson {
  const depth = dice.pick([50, 500, 5_000, 9_990, 10_005, 100_000, 250_000])
  const [open, close] = dice.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['{"properties":{"a":', '}}'],
    ['{"items":[', ']}'],
  ] as const)
  return new RawJson(`${open.repeat(depth)}1${dice.chance(0.9) ? close.repeat(depth) : ''}`)
}

function wideValue(dice: Dice): RawJson {
  const count = dice.pick([100, 3_000, 30_000])
  return new RawJson(
    dice.chance(0.5)
      ? `[${Array.from({ length: count }, () => '{}').join(',')}]`
      : `{${Array.from({ length: count }, (_, at) => `"k${at}":""`).join(',')}}`,
  )
}
