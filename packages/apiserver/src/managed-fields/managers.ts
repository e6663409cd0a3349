/** Parses and formats `metadata.managedFields`. */
import type { DraftManager } from '../object/draft.ts'
import type { FieldSet } from './field-set.ts'
import { formatFieldsV1, parseFieldsV1 } from './fields-v1.ts'

/** One manager. Updates through two versions are two managers; an applier is one, regardless of its version. */
export interface Manager {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly subresource: string
}

export interface Ownership extends Manager {
  readonly apiVersion: string
  readonly time: string | undefined
  readonly fields: FieldSet
}

export type Managers = ReadonlyMap<string, Ownership>

export function managerId({
  manager,
  operation,
  subresource,
  apiVersion,
}: Manager & { readonly apiVersion: string }): string {
  return `${operation}\0${subresource}\0${operation === 'Update' ? apiVersion : ''}\0${manager}`
}

/** `undefined` if an entry cannot be parsed; the caller then keeps the previous managers. */
export function readManagers(entries: readonly DraftManager[] | undefined): Managers | undefined {
  const managers = new Map<string, Ownership>()
  for (const entry of entries ?? []) {
    const ownership = readEntry(entry)
    if (ownership === undefined) return undefined
    managers.set(managerId(ownership), ownership)
  }
  return managers
}

function readEntry({
  manager = '',
  operation,
  subresource = '',
  apiVersion = '',
  time,
  fieldsType,
  fieldsV1,
}: DraftManager): Ownership | undefined {
  if ((operation !== 'Apply' && operation !== 'Update') || fieldsType !== 'FieldsV1' || apiVersion === '')
    return undefined
  const fields = fieldsV1 === undefined ? undefined : parseFieldsV1(fieldsV1)
  return fields && { manager, operation, subresource, apiVersion, time, fields }
}

/** In storage order: appliers first, then by time, name, version, subresource. */
export function writeManagers(managers: Managers): DraftManager[] {
  return [...managers.values()]
    .filter(({ fields }) => !fields.isEmpty)
    .sort(compareOwnerships)
    .map(({ manager, operation, apiVersion, time, fields, subresource }) => ({
      manager,
      operation,
      apiVersion,
      ...(time === undefined ? {} : { time }),
      fieldsType: 'FieldsV1',
      fieldsV1: formatFieldsV1(fields),
      ...(subresource === '' ? {} : { subresource }),
    }))
}

function compareOwnerships(left: Ownership, right: Ownership): number {
  return (
    compareText(left.operation, right.operation) ||
    compareText(left.time ?? '', right.time ?? '') ||
    compareText(left.manager, right.manager) ||
    compareText(left.apiVersion, right.apiVersion) ||
    compareText(left.subresource, right.subresource)
  )
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
