/** Compares two schemas of one version, field by field. */
import { deepEqual, getOwn } from '@kubewright/core/json'
import type { StructuralSchema } from '../schema/structural-schema.ts'
import { compareValues } from './compare-values.ts'
import type { Findings } from './finding.ts'

/** The changes between two schemas and their effects. Descriptions are ignored. */
export function compareSchemas(
  before: StructuralSchema,
  after: StructuralSchema,
  path: string,
  findings: Findings,
): void {
  if (!compareType(before, after, path, findings)) return
  compareNull(before, after, path, findings)
  compareDefault(before, after, path, findings)
  compareUnknown(before, after, path, findings)
  compareLists(before, after, path, findings)
  compareValues(before, after, path, findings)
  compareFields(before, after, path, findings)
  if (before.items && after.items) compareSchemas(before.items, after.items, `${path}[*]`, findings)
}

const newVersion = 'Keep the old field, or add a version in which it has the new type and convert between them.'

/** Whether the comparison can go on. */
function compareType(before: StructuralSchema, after: StructuralSchema, path: string, findings: Findings): boolean {
  const [was, is] = [kindOf(before), kindOf(after)]
  if (was === is) return true
  const isWider =
    (was === 'integer' && is === 'number') || (is === 'int-or-string' && (was === 'integer' || was === 'string'))
  const why = `the type changed from ${was} to ${is}`
  if (isWider || is === 'anything') findings.add('breaks clients', path, why, 'Tell readers to expect both.')
  else findings.add('breaks stored objects', path, why, newVersion)
  return false
}

function kindOf(schema: StructuralSchema): string {
  if (schema['x-kubernetes-int-or-string']) return 'int-or-string'
  if (schema['x-kubernetes-embedded-resource']) return 'embedded object'
  if (schema.type === 'object' && schema.additionalProperties !== undefined) return 'map'
  return schema.type ?? 'anything'
}

function compareNull(before: StructuralSchema, after: StructuralSchema, path: string, findings: Findings): void {
  const [was = false, is = false] = [before.nullable, after.nullable]
  if (was && !is) {
    findings.add('breaks stored objects', path, 'null is no longer allowed and will be dropped', 'Keep .nullable().')
  }
  if (is && !was) findings.add('breaks clients', path, 'null is allowed now', 'Tell readers to expect it.')
}

function compareDefault(before: StructuralSchema, after: StructuralSchema, path: string, findings: Findings): void {
  if (deepEqual(before.default, after.default)) return
  const [was, is] = [JSON.stringify(before.default), JSON.stringify(after.default)]
  if (before.default === undefined) {
    findings.add(
      'safe',
      path,
      `the default ${is} was added`,
      'Objects that leave the field out are read with it from now on.',
    )
  } else if (after.default === undefined) {
    findings.add(
      'breaks clients',
      path,
      `the default ${was} was removed`,
      'Keep it, or prepare clients for an absent field.',
    )
  } else {
    findings.add(
      'breaks clients',
      path,
      `the default changed from ${was} to ${is}`,
      'Objects that leave the field out change their meaning. Keep the default, or change it in a new version.',
    )
  }
}

function compareUnknown(before: StructuralSchema, after: StructuralSchema, path: string, findings: Findings): void {
  const key = 'x-kubernetes-preserve-unknown-fields'
  if (before[key] && !after[key]) {
    findings.add(
      'breaks stored objects',
      path,
      'unknown fields were kept and are pruned now',
      'Declare every field that is in use first.',
    )
  }
  if (after[key] && !before[key]) findings.add('safe', path, 'unknown fields are kept now')
}

function compareLists(before: StructuralSchema, after: StructuralSchema, path: string, findings: Findings): void {
  const list = (schema: StructuralSchema) => schema['x-kubernetes-list-type'] ?? 'atomic'
  const keys = (schema: StructuralSchema) => schema['x-kubernetes-list-map-keys'] ?? []
  const merged = 'Server-side apply merges the list differently from now on. Do it in a new version.'
  if (before.type === 'array' && list(before) !== list(after)) {
    const isStricter = list(after) !== 'atomic'
    const why = `the list type changed from ${list(before)} to ${list(after)}${isStricter ? ', which refuses duplicates' : ''}`
    findings.add(isStricter ? 'breaks stored objects' : 'breaks clients', path, why, merged)
  } else if (!deepEqual(keys(before), keys(after))) {
    findings.add(
      'breaks stored objects',
      path,
      `the keys of the list changed from ${keys(before).join(', ')} to ${keys(after).join(', ')}`,
      merged,
    )
  }
  const map = (schema: StructuralSchema) => schema['x-kubernetes-map-type'] ?? 'granular'
  if (before.type === 'object' && map(before) !== map(after)) {
    findings.add('breaks clients', path, `the map type changed from ${map(before)} to ${map(after)}`, merged)
  }
}

function compareFields(before: StructuralSchema, after: StructuralSchema, path: string, findings: Findings): void {
  const [was, is] = [before.properties ?? {}, after.properties ?? {}]
  const at = (key: string) => (path === '' ? key : `${path}.${key}`)
  for (const [key, field] of Object.entries(was)) {
    const now = Object.hasOwn(is, key) ? is[key] : undefined
    if (now === undefined) compareRemoved(at(key), after, findings)
    else compareSchemas(field, now, at(key), findings)
  }
  for (const [key, field] of Object.entries(is)) {
    if (!Object.hasOwn(was, key)) compareAdded(field, after.required?.includes(key) ?? false, at(key), findings)
    else comparePresence([before, after], key, at(key), findings)
  }
  const entries = [before.additionalProperties, after.additionalProperties]
  if (typeof entries[0] === 'object' && typeof entries[1] === 'object') {
    compareSchemas(entries[0], entries[1], `${path}.*`, findings)
  }
}

function compareRemoved(path: string, after: StructuralSchema, findings: Findings): void {
  if (after['x-kubernetes-preserve-unknown-fields']) {
    findings.add(
      'breaks clients',
      path,
      'the field is no longer declared, but kept',
      'Declare it for as long as it is in use.',
    )
  } else {
    findings.add(
      'breaks stored objects',
      path,
      'the field was removed, and its value is dropped at the next write',
      'Keep it and mark it as deprecated in its description, or add a version without it and convert.',
    )
  }
}

function compareAdded(field: StructuralSchema, isRequired: boolean, path: string, findings: Findings): void {
  if (isRequired && field.default === undefined) {
    findings.add(
      'breaks stored objects',
      path,
      'a required field was added, and no stored object has it',
      'Make it .optional() or give it a .default().',
    )
  } else findings.add('safe', path, 'the field was added')
}

function comparePresence(
  [before, after]: readonly [StructuralSchema, StructuralSchema],
  key: string,
  path: string,
  findings: Findings,
): void {
  const was = before.required?.includes(key) ?? false
  const is = after.required?.includes(key) ?? false
  const hadDefault = getOwn(before.properties, key)?.default !== undefined
  if (is && !was && !hadDefault) {
    findings.add(
      'breaks stored objects',
      path,
      'the field became required',
      'Leave it optional, or give it a .default().',
    )
  }
  if (was && !is && getOwn(after.properties, key)?.default === undefined) {
    findings.add('breaks clients', path, 'the field became optional', 'Tell readers that it may be absent.')
  }
}
