/** Conversion between the versions of a kind: pure, always through the storage version. */
import { deepClone, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import { formatApiVersion, parseApiVersion } from '@kubewright/core/object'
import type { Marks } from './definition.ts'
import { resourceErrors } from './errors.ts'
import type { ConvertPart, KindModel, VersionModel } from './kind-model.ts'
import { fillDefaults } from './schema/fill-defaults.ts'

/** `object` in version `to`. The input is not modified. */
export function convertObject(model: KindModel, object: unknown, to: string): JsonObject {
  if (!isJsonObject(object)) throw refuse(model, to, 'it is not an object')
  const from = versionOf(model, object, to)
  const target = findVersion(model, to)
  if (target === undefined) throw refuse(model, to, `it has no version ${to}, only ${versionNames(model).join(', ')}`)
  if (from === target) return object
  const given = complete(object, from)
  const stored = from.convert ? convertTo(model.storage, from.convert.toStorage, model, given) : given
  return target.convert ? convertTo(target, target.convert.fromStorage, model, stored) : stored
}

function convertTo(target: VersionModel, convert: ConvertPart, model: KindModel, object: JsonObject): JsonObject {
  return complete(step(model, object, convert, target.name), target)
}

/**
 * Fills in the defaults of the version. The API server applies them when it decodes a request and when it reads from etcd, but not
 * after a conversion; without this a field with a default would be missing for readers and for the next conversion function.
 * See decision 0271.
 */
function complete(object: JsonObject, { schema }: VersionModel): JsonObject {
  return fillDefaults(object, schema) as JsonObject
}

export function findVersion(model: KindModel, name: string): VersionModel | undefined {
  return [model.storage, ...model.others].find((version) => version.name === name)
}

export function versionNames(model: KindModel): readonly string[] {
  return [model.storage, ...model.others].map(({ name }) => name)
}

function versionOf(model: KindModel, { apiVersion, kind }: JsonObject, to: string): VersionModel {
  if (typeof apiVersion !== 'string' || typeof kind !== 'string')
    throw refuse(model, to, 'it has no apiVersion and kind')
  const { group, version } = parseApiVersion(apiVersion)
  if (group !== model.group || kind !== model.kind) throw refuse(model, to, `it is a ${kind} of ${apiVersion}`)
  const found = findVersion(model, version)
  if (found === undefined)
    throw refuse(model, to, `its version ${version} is none of ${versionNames(model).join(', ')}`)
  return found
}

function step(model: KindModel, object: JsonObject, convert: ConvertPart, to: string): JsonObject {
  const part = run(model, object, convert, to)
  const { status: _before, ...rest } = object
  const status = carryConditions(object['status'], withoutUndefined(part.status))
  return {
    ...rest,
    apiVersion: formatApiVersion({ group: model.group, version: to }),
    metadata: withMarks(object['metadata'], part),
    spec: withoutUndefined(part.spec) ?? null,
    ...(status === undefined ? {} : { status }),
  }
}

function run(model: KindModel, object: JsonObject, convert: ConvertPart, to: string): ReturnType<ConvertPart> {
  const result = attempt(model, object, convert, to)
  // A result without a spec would be stored without one: an async function, for instance, would lose everything.
  const given: unknown = result
  if (given instanceof Promise)
    throw refuse(model, to, 'the conversion function is async; it must be pure and answer at once')
  if (!isJsonObject(given) || !isJsonObject(given.spec))
    throw refuse(model, to, 'the conversion function returned no spec')
  return result
}

function attempt(model: KindModel, object: JsonObject, convert: ConvertPart, to: string): ReturnType<ConvertPart> {
  try {
    // A copy, so that a function that mutates its argument cannot corrupt a cached object.
    return convert(deepClone(object))
  } catch (cause) {
    throw refuse(
      model,
      to,
      `the conversion function failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      cause,
    )
  }
}

/** Conversion functions may return `undefined` members; JSON cannot. */
function withoutUndefined(value: unknown): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => withoutUndefined(item) ?? null)
  if (!isJsonObject(value)) return value as JsonValue | undefined
  const present = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(present.map(([key, member]) => [key, withoutUndefined(member)!]))
}

/** Conditions mean the same in every version, so conversion functions need not copy them. */
function carryConditions(before: JsonValue | undefined, after: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(before)) return after
  const kept = Object.fromEntries(
    ['conditions', 'observedGeneration'].filter((key) => before[key] !== undefined).map((key) => [key, before[key]!]),
  )
  if (after === undefined) return Object.keys(kept).length > 0 ? kept : undefined
  return isJsonObject(after) ? { ...kept, ...after } : after
}

function withMarks(metadata: JsonValue | undefined, { labels, annotations }: ReturnType<ConvertPart>): JsonValue {
  const before = isJsonObject(metadata) ? metadata : {}
  return mark(mark(before, 'labels', labels), 'annotations', annotations)
}

/** Omits the field if it becomes empty, as the API server does. */
function mark(metadata: JsonObject, field: 'labels' | 'annotations', marks: Marks | undefined): JsonObject {
  if (marks === undefined) return metadata
  const { [field]: before, ...rest } = metadata
  const after = { ...(isJsonObject(before) ? before : {}), ...dropUndefined(marks) }
  const left = Object.entries(after).filter(([, value]) => value !== null)
  return left.length === 0 ? rest : { ...rest, [field]: Object.fromEntries(left) }
}

function dropUndefined(marks: Marks): Marks {
  return Object.fromEntries(Object.entries(marks).filter(([, value]) => value !== undefined))
}

function refuse({ kind, group }: KindModel, to: string, why: string, cause?: unknown): Error {
  return resourceErrors('KW_RESOURCE_CONVERT', {
    what: `convert an object to ${kind}.${group} ${to}`,
    why,
    next: 'Give an object of this kind in one of its versions; conversion functions must handle every valid object.',
    details: { kind, group, to },
    ...(cause === undefined ? {} : { cause }),
  })
}
