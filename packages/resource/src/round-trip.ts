/**
 * Detects loss in conversion to another version and back. The API server converts both ways all the time, so lost data is lost from
 * the cluster.
 */
import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import type { ConvertedObject } from './custom-resource.ts'
import { formatProblem, type Problem } from './schema/problem.ts'

/** The loss found in one sample. */
export interface RoundTripLoss {
  /** The version of the sample. */
  readonly from: string
  /** The version it was converted through. */
  readonly through: string
  /** `spec.size`, `metadata.annotations.x`: lost, changed or added by the conversion; empty if the result is invalid. */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
  /** A one-sentence explanation. */
  readonly why: string
}

/** The members of a resource that a round trip needs; every handle of `defineResource` has them. */
export interface Convertible {
  readonly versions: readonly string[]
  convert(object: unknown, version: string): ConvertedObject
  at(version: never): { validate(object: unknown): readonly Problem[]; parse(object: unknown): object }
}

/**
 * Converts every sample through every other version and back, and reports changes in spec, status, labels and annotations. Samples
 * are objects of any version, with `apiVersion` and `kind`; the generator of a property-testing library works too.
 *
 * @example
 * ```ts
 * import { z } from 'zod'
 * const Disk = defineResource({
 *   group: 'disks.example.dev', version: 'v1', kind: 'Disk', scope: 'Cluster',
 *   spec: z.object({ sizeGb: z.int() }),
 *   versions: {
 *     v1alpha1: {
 *       schema: { spec: z.object({ size: z.string(), colour: z.string().optional() }) },
 *       toStorage: ({ spec }) => ({ spec: { sizeGb: Number.parseInt(spec.size, 10) } }),
 *       fromStorage: ({ spec }) => ({ spec: { size: `${spec.sizeGb}Gi` } }),
 *     },
 *   },
 * })
 * const sample = { apiVersion: 'disks.example.dev/v1alpha1', kind: 'Disk', metadata: { name: 'a' }, spec: { size: '5Gi', colour: 'red' } }
 * checkRoundTrip(Disk, [sample]).map(({ through, path, why }) => [through, path, why])
 * // => [['v1', 'spec.colour', 'lost']]
 * ```
 */
export function checkRoundTrip(resource: Convertible, samples: Iterable<unknown>): readonly RoundTripLoss[] {
  return [...samples].flatMap((sample) => {
    const from = versionOf(sample)
    const complete = resource.at(from as never).parse(sample)
    const others = resource.versions.filter((version) => version !== from)
    return others.flatMap((through) => roundTrip(resource, complete, from, through))
  })
}

function versionOf(sample: unknown): string {
  const apiVersion = (sample as { readonly apiVersion?: unknown } | undefined)?.apiVersion
  return String(apiVersion).split('/').at(-1)!
}

function roundTrip(resource: Convertible, sample: object, from: string, through: string): readonly RoundTripLoss[] {
  const there = resource.convert(sample, through)
  const broken = resource.at(through as never).validate(there)
  if (broken.length > 0) {
    const why = `comes out invalid: ${broken.map(formatProblem).join('; ')}`
    return [{ from, through, path: '', before: sample, after: there, why }]
  }
  // The API server applies the defaults of the other version before any client reads the object.
  const back = resource.convert(resource.at(through as never).parse(there), from)
  const returned = resource.at(from as never).parse(back) as JsonObject
  return comparedParts.flatMap((path) =>
    // An empty status is equivalent to a missing one, and so are empty labels.
    differences(partAt(sample as JsonObject, path) ?? {}, partAt(returned, path) ?? {}, path.join('.')).map(
      (difference) => ({ from, through, ...difference }),
    ),
  )
}

/** The parts that a conversion may change; all others are protected. */
const comparedParts = [['spec'], ['status'], ['metadata', 'labels'], ['metadata', 'annotations']] as const

function partAt(object: JsonObject, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), object)
}

type Difference = Pick<RoundTripLoss, 'path' | 'before' | 'after' | 'why'>

function differences(before: JsonValue | undefined, after: JsonValue | undefined, path: string): readonly Difference[] {
  if (deepEqual(before, after)) return []
  if (isJsonObject(before) && isJsonObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => differences(getOwn(before, key), getOwn(after, key), `${path}.${key}`))
  }
  const why = after === undefined ? 'lost' : before === undefined ? 'made up' : 'changed'
  return [{ path, before, after, why }]
}
