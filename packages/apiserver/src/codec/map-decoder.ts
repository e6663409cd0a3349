/**
 * Decodes a map in memory into a value of a Go type, as the server does after a strategic merge. Its rules and messages
 * differ from JSON decoding: fields are visited in the order of the type, the first problem is fatal, numbers that do not
 * fit are truncated, and unknown fields are sorted.
 */
import { maxErrorCharacters } from '../status/response-limit.ts'
import { readBase64 } from '../go/go-base64.ts'
import type { GoType, MapType, ScalarType, StructType } from '../go/go-type.ts'
import { type GoValue, putKey } from '../go/go-value.ts'
import { decodeOne } from './json-decoder.ts'
import { formatPath, type Path } from './type-mismatch.ts'
import { ValueProblem } from '../go/value-problem.ts'

export interface DecodedMap {
  readonly value: GoValue
  /** `unknown field "spec.foo"`, sorted. */
  readonly strictErrors: readonly string[]
  /** Why the map does not fit the type, in Go's words. */
  readonly problem: string | undefined
}

export function decodeMap(value: unknown, type: StructType): DecodedMap {
  const decoder = new MapDecoder()
  try {
    return { value: decoder.struct(type, value), strictErrors: decoder.unknown.sort(), problem: undefined }
  } catch (error) {
    if (error instanceof ValueProblem) return { value: {}, strictErrors: [], problem: error.message }
    throw error
  }
}

class MapDecoder {
  readonly unknown: string[] = []
  readonly #path: Path[number][] = []
  #toldCharacters = 0

  struct(type: StructType, content: unknown): GoValue {
    if (!isMap(content)) throw new ValueProblem(`cannot restore struct from: ${kindOf(content)}`)
    const value: GoValue = {}
    for (const { name, type: inner } of type.members.fields) {
      const given = Object.hasOwn(content, name) ? content[name] : undefined
      if (given !== undefined && given !== null) value[name] = this.#below(name, () => this.#value(inner, given))
    }
    for (const key of Object.keys(content)) {
      if (!type.members.byName.has(key)) this.#addUnknown(key)
    }
    return value
  }

  #addUnknown(key: string): void {
    if (this.#toldCharacters > maxErrorCharacters) return
    const error = `unknown field "${formatPath([...this.#path, key])}"`
    this.#toldCharacters += error.length
    this.unknown.push(error)
  }

  #value(type: GoType, content: unknown): unknown {
    switch (type.kind) {
      case 'struct':
        return this.struct(type, content)
      case 'list':
        return this.#list(type.item, content)
      case 'map':
        return this.#map(type, content)
      case 'bytes':
        return this.#bytes(content)
      case 'string':
      case 'bool':
      case 'int32':
      case 'int64':
      case 'uint8':
      case 'float64':
        return scalar(type, content)
      default:
        return decodeOne(JSON.stringify(content), type)
    }
  }

  #list(item: GoType, content: unknown): unknown[] {
    if (!Array.isArray(content)) throw new ValueProblem(`cannot restore slice from ${kindOf(content)}`)
    const given = content as readonly unknown[]
    return given.map((one, index) => (one === null ? undefined : this.#below(index, () => this.#value(item, one))))
  }

  /** Map keys are not part of the path in this decoder's errors. */
  #map({ value: type }: MapType, content: unknown): GoValue {
    if (!isMap(content)) throw new ValueProblem(`cannot restore map from ${kindOf(content)}`)
    const map: GoValue = {}
    for (const [key, given] of Object.entries(content))
      putKey(map, key, given === null ? undefined : this.#value(type, given))
    return map
  }

  #bytes(content: unknown): string {
    if (typeof content !== 'string') throw new ValueProblem(`cannot restore slice from ${kindOf(content)}`)
    try {
      return readBase64(content)
    } catch (error) {
      throw error instanceof ValueProblem ? new ValueProblem(`error decoding from json: ${error.message}`) : error
    }
  }

  #below<Result>(step: string | number, read: () => Result): Result {
    this.#path.push(step)
    const result = read()
    this.#path.pop()
    return result
  }
}

function scalar({ kind, name }: ScalarType, content: unknown): unknown {
  const given = kindOf(content)
  const isWhole = kind === 'int32' || kind === 'int64' || kind === 'uint8'
  if (given === kind) return content
  if (given === 'int64' && (isWhole || kind === 'float64')) return kind === 'int32' ? (content as number) | 0 : content
  // Go's reflection could convert numbers to strings and floats to integers; the server rejects both.
  const isConvertible = (given === 'int64' && kind === 'string') || (given === 'float64' && isWhole)
  throw new ValueProblem(isConvertible ? `cannot convert ${given} to ${name}` : `unrecognized type: ${kind}`)
}

function isMap(content: unknown): content is GoValue {
  return typeof content === 'object' && content !== null && !Array.isArray(content)
}

/** The Go reflect kind of a JSON value. */
function kindOf(content: unknown): string {
  if (Array.isArray(content)) return 'slice'
  if (typeof content === 'number') return Number.isInteger(content) ? 'int64' : 'float64'
  if (typeof content === 'boolean') return 'bool'
  return typeof content === 'object' ? 'map' : typeof content
}
