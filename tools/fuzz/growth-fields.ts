/** Grows every field of sample objects, one at a time: texts by special characters, lists and maps by members. */
import { isJsonObject, type JsonValue } from '@kubewright/core/json'
import { type GrowthCase, listSizes, sent, textSizes, times } from './growth-case.ts'
import { growthSamples } from './growth-samples.ts'

const pumps = ['a', '1', '0.', '/', '-', ':', ' ', "['", '*', ',a=']

type Put = (value: JsonValue) => JsonValue

/** Yields every value below `value`, with a function that replaces it. */
function* places(value: JsonValue, put: Put, path: string): Generator<readonly [string, JsonValue, Put]> {
  yield [path, value, put]
  if (Array.isArray(value)) {
    for (const [at, item] of (value as readonly JsonValue[]).entries())
      yield* places(item, (next) => put(value.with(at, next) as JsonValue), `${path}[]`)
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value))
      yield* places(member!, (next) => put({ ...value, [key]: next }), `${path}.${key}`)
  }
}

/** Names must differ, or the list is rejected before all of it is processed. */
function numbered(item: JsonValue, at: number): JsonValue {
  if (typeof item === 'string') return `${item}${at}`
  if (typeof item === 'number') return item + at
  if (!isJsonObject(item)) return item
  return Object.fromEntries(
    Object.entries(item).map(([key, member]) => [key, isName(key) ? numbered(member!, at) : member!]),
  )
}

const isName = (key: string) => /^(?:name|key|type|port|containerPort|ip|mountPath|host|uid|expression|path)$/.test(key)

function* growthsOf(
  path: string,
  value: JsonValue,
  put: Put,
): Generator<Pick<GrowthCase, 'name' | 'sizes'> & { readonly grown: (size: number) => JsonValue }> {
  if (typeof value === 'string') {
    for (const pump of pumps)
      yield {
        name: `${path} of ${pump}`,
        sizes: textSizes,
        grown: (size) => put(`${value}${pump.repeat(size / pump.length)}!`),
      }
  } else if (Array.isArray(value) && value.length > 0) {
    const [first] = value as readonly JsonValue[]
    yield {
      name: `${path} with many items`,
      sizes: listSizes,
      grown: (size) => put(times(size, (at) => numbered(first!, at))),
    }
    yield {
      name: `${path} with one item many times`,
      sizes: listSizes,
      grown: (size) => put(times(size, () => first!)),
    }
  } else if (isJsonObject(value)) {
    const keys = (size: number) => Object.fromEntries(times(size, (at) => [`k${at}`, 'v']))
    yield { name: `${path} with many keys`, sizes: listSizes, grown: (size) => put({ ...value, ...keys(size) }) }
  }
}

export function* fieldGrowths(): Generator<GrowthCase> {
  for (const { path, kind, object } of growthSamples) {
    for (const [at, value, put] of places(object, (next) => next, kind)) {
      for (const { name, sizes, grown } of growthsOf(at, value, put))
        yield { name, sizes, request: (size) => sent('POST', `${path}?dryRun=All`, grown(size)) }
    }
  }
}
