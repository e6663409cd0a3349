/**
 * Random bodies of a Go type, as JSON text: mostly valid, with the mistakes that clients make. Deterministic for a given
 * random source.
 */
import { type Random, randomInt } from '@kubewright/core/random'
import type { GoField, GoType, StructType } from '../../go/go-type.ts'

export interface BodyOptions {
  readonly random: Random
  /** The probability of a mistake at each place. */
  readonly oddity: number
  /** The probability that a field is present, by depth; the last entry holds for all deeper levels. */
  readonly density: readonly number[]
}

/** Values that are inserted regardless of type. */
const junk = [
  '5', '1.5', '-1', '1e3', '5.0', '"x"', '""', 'true', 'false', 'null', '[]', '{}', '[1]', '{"a":1}', '[null]', '["a"]',
  '99999999999', '-2147483649', '"é\\n"', '0', '-0', '300', '"2020-01-01T00:00:00Z"', '"1Gi"', '18446744073709551616',
  '1e400', '"\\ud800"', '"\\ud83d\\ude00"', '{"a":{"b":[{"c":1,"c":2}]}}',
] // biome-ignore format: a table

/** Valid values by type, and values that only look valid. */
const samples: Readonly<Record<string, { readonly good: readonly string[]; readonly odd?: readonly string[] }>> = {
  string: { good: ['""', '"a"', '"some-text"', '"é"', '"\\"quoted\\"\\\\"', '"<&>"', '"\\u2028"', '"10"', '"日本"'] },
  bool: { good: ['true', 'false'] },
  int32: { good: ['0', '1', '-1', '80', '2147483647', '-2147483648'] },
  int64: { good: ['0', '1', '-1', '600', '9007199254740991'] },
  float64: { good: ['0', '1', '1.5', '-2.25', '1e21', '1e-7', '100000'] },
  bytes: {
    good: ['""', '"YQ=="', '"aGVsbG8="', '"YWI="', '"YR=="', '"YQ==\\n"', '[1,2,255]', '[]'],
    odd: ['"YQ"', '"*"', '"YQ=a"', '"Y="', '"YWJj="', '[256]', '"YQ="', '"YQ==YQ=="'],
  },
  time: {
    good: ['"2020-01-31T10:20:30Z"', '"2020-02-29T10:20:30.5Z"', '"2020-01-01T00:00:00+02:00"', 'null', '"1970-01-01T00:00:00Z"'],
    odd: ['"x"', '"2020-02-30T00:00:00Z"', '"0001-01-01T00:00:00Z"', '""', '5', '"2020-01-01"'],
  },
  microTime: {
    good: ['"2020-01-31T10:20:30.000000Z"', '"2020-02-29T10:20:30.123456Z"', '"2020-01-01T00:00:00.999999+02:00"', 'null'],
    odd: ['"x"', '"2020-02-29T10:20:30Z"', '"0001-01-01T00:00:00.000000Z"', '{}'],
  },
  quantity: {
    good: ['"1"', '1', '"500m"', '"0.5"', '"1Gi"', '"1024Mi"', '1000', '0', '"1e3"', '" 5 "', '0.25', '"-1"', '"1.5Gi"', 'null'],
    odd: ['"x"', '"1K"', 'true', '{}', '""', '[]'],
  },
  intOrString: { good: ['1', '0', '"a"', '"25%"', '80', 'null', '""'], odd: ['1.5', 'true', '{}', '3000000000'] },
  raw: { good: ['{"a":1}', '{"f:metadata":{"f:labels":{".":{}}}}', '[1,"a",null,true]', '"x"', '5', '1.5', 'null', '{}'] },
} // biome-ignore format: a table

const keys = ['a', 'b', 'z/y', 'app', '__proto__', '10', '9', 'é', 'constructor']
const unknownFields = [
  '"foo":1',
  '"Foo":{"a":[1]}',
  '"a.b":null',
  '"é\\u0001":"x"',
  '"constructor":{}',
  '"__proto__":{"x":1}',
]

export class BodyGenerator {
  readonly #options: BodyOptions

  constructor(options: BodyOptions) {
    this.#options = options
  }

  /** An object without kind and apiVersion. */
  struct(type: StructType, depth = 0): string {
    const { density } = this.#options
    const chance = density[Math.min(depth, density.length - 1)]!
    const fields = type.members.fields.filter(({ via }) => via[0] !== 'TypeMeta' && this.#isLucky(chance))
    const shown = this.#isLucky(0.5) ? fields : this.#shuffled(fields)
    const members = shown.map((field) => this.#member(field, depth))
    if (this.#isOdd()) members.splice(randomInt(this.#options.random, members.length + 1), 0, this.#pick(unknownFields))
    if (this.#isOdd() && shown.length > 0) members.push(this.#member(this.#pick(shown), depth))
    return `{${members.join(',')}}`
  }

  #member(field: GoField, depth: number): string {
    return `${JSON.stringify(field.name)}${this.#pick([':', ': ', ' :'])}${this.#value(field.type, depth + 1)}`
  }

  #value(type: GoType, depth: number): string {
    if (this.#isOdd()) return this.#pick(junk)
    switch (type.kind) {
      case 'struct':
        return this.struct(type, depth)
      case 'list':
        return `[${this.#several(3, () => this.#value(type.item, depth + 1)).join(this.#pick([',', ' , ', '\n,']))}]`
      case 'map':
        return this.#map(type.value, depth)
      case 'schemaOrBool':
        return this.#pick(['true', 'false', this.struct(type.schema, depth + 3)])
      case 'schemaOrList':
        return this.#pick([this.struct(type.schema, depth + 3), `[${this.struct(type.schema, depth + 3)}]`, '[]'])
      case 'schemaOrStrings':
        return this.#pick([this.struct(type.schema, depth + 3), '["a","b"]', '[]', 'null'])
      default: {
        const { good, odd } = samples[type.kind]!
        return this.#pick(odd !== undefined && this.#isOdd() ? odd : good)
      }
    }
  }

  #map(value: GoType, depth: number): string {
    const chosen = this.#several(4, () => this.#pick(keys))
    const shown = this.#isOdd() ? chosen : [...new Set(chosen)]
    return `{${shown.map((key) => `${JSON.stringify(key)}:${this.#value(value, depth + 1)}`).join(',')}}`
  }

  #several(below: number, make: () => string): string[] {
    return Array.from({ length: randomInt(this.#options.random, below) }, make)
  }

  #shuffled<Item>(items: readonly Item[]): Item[] {
    const placed = items.map((item) => ({ item, place: this.#options.random.next() }))
    return placed.sort((a, b) => a.place - b.place).map(({ item }) => item)
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[randomInt(this.#options.random, items.length)]!
  }

  #isOdd(): boolean {
    return this.#isLucky(this.#options.oddity)
  }

  #isLucky(chance: number): boolean {
    return this.#options.random.next() < chance
  }
}
