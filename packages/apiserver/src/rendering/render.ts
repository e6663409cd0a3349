/** Renders an object: as is, as its metadata only, or as table rows. */
import type { ServedKind, TableForm } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { Negotiated } from '../request/negotiation.ts'
import { badRequest } from '../status/failures.ts'

export type IncludeObject = 'None' | 'Metadata' | 'Object'

/** The part of the object to include in each table row. */
export function readIncludeObject(query: URLSearchParams): IncludeObject {
  const value = query.get('includeObject') ?? ''
  if (value === '') return 'Metadata'
  if (value === 'None' || value === 'Metadata' || value === 'Object') return value
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  )
}

export function partialOf(object: Draft, version: Negotiated['version']): object {
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: withoutFields(object.metadata),
  }
}

/** An internal field in kube-apiserver, which writes it as an annotation only together with the whole object. */
const writtenField = 'deprecated.daemonset.template.generation'

function withoutFields(metadata: Draft['metadata']): Draft['metadata'] {
  const { annotations, ...rest } = metadata
  if (annotations?.[writtenField] === undefined) return metadata
  const { [writtenField]: _, ...others } = annotations
  return Object.keys(others).length === 0 ? rest : { ...rest, annotations: others }
}

export interface TableOptions {
  readonly version: Negotiated['version']
  readonly include: IncludeObject
  readonly nowMs: number
  /** The metadata of the list or of the object. */
  readonly metadata: object
  /** A table watch sends its columns once. */
  readonly hasColumns: boolean
}

export function tableOf(form: TableForm, items: readonly Draft[], options: TableOptions): object {
  const objects = form.order === undefined ? items : items.toSorted(form.order)
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${options.version}`,
    metadata: options.metadata,
    columnDefinitions: options.hasColumns ? form.columns : null,
    rows: form.isCommon && objects.length === 0 ? null : objects.map((object) => rowOf(form, object, options)),
  }
}

function rowOf(form: TableForm, object: Draft, options: TableOptions): object {
  // Bookmarks have no name: its cell is empty.
  const cells = form.cells(object, options.nowMs).map((cell) => (cell === undefined ? '' : cell))
  return { cells, object: rowObject(object, options) }
}

function rowObject(object: Draft, { include, version }: TableOptions): unknown {
  if (include === 'None') return null
  return include === 'Metadata' ? partialOf(object, version) : object
}

/** Whether stored texts can be sent unchanged. */
export function isPlain(kind: ServedKind, { mediaType, rendering, isPretty }: Negotiated): boolean {
  return kind.storage.isIdentity && rendering === 'Object' && mediaType === 'application/json' && !isPretty
}

/** The internal Go type of a kind's objects, as in conversion error messages. */
export function goTypeOf({ group, isCustom }: ServedKind, name: string): string {
  if (isCustom) return name.endsWith('List') ? '*unstructured.UnstructuredList' : '*unstructured.Unstructured'
  return `*${group === '' || group === 'events.k8s.io' ? 'core' : group.split('.')[0]}.${name}`
}
