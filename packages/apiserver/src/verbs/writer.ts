/** Records writes in the managed fields of an object. */
import { apiVersionOf, type ServedKind, type ServedSubresource } from '../kinds/served-kind.ts'
import type { Writer } from '../kinds/field-manager.ts'
import type { Draft } from '../object/draft.ts'
import type { WriteOptions } from '../request/write-options.ts'
import type { Call } from '../kinds/call.ts'
import { timestamp } from '../object/timestamp.ts'

export function writerOf({ server, kind, info }: Call, { fieldManager }: WriteOptions): Writer {
  const subresource = kind.subresources.get(info.subresource)
  const part = subresource !== undefined && subresource.kind !== kind.kind ? partOf(kind, subresource) : undefined
  return {
    manager: fieldManager,
    apiVersion: apiVersionOf(kind),
    subresource: info.subresource,
    time: part === undefined ? timestamp(server.clock.now()) : undefined,
    ...(part === undefined ? {} : { part }),
  }
}

/** The path of the field that a subresource of another kind (scale) writes. */
function partOf(kind: ServedKind, { view }: ServedSubresource): readonly string[] | undefined {
  const bare: Draft = { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata: {} }
  const { metadata: _metadata, ...fields } = view?.merge(bare, { ...bare, spec: { replicas: 1 } }) ?? bare
  return pathTo(fields, 1)
}

function pathTo(value: unknown, wanted: unknown): readonly string[] | undefined {
  if (value === wanted) return []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, item] of Object.entries(value)) {
    const rest = pathTo(item, wanted)
    if (rest !== undefined) return [`f:${name}`, ...rest]
  }
  return undefined
}

/** Records in `next` that the caller owns the fields it changed. */
export async function recordWrite(
  call: Call,
  live: Draft | undefined,
  next: Draft,
  options: WriteOptions,
): Promise<void> {
  // A field written as null is present, and therefore owned.
  const written = (await call.kind.settle?.(next)) ?? next
  // Also an empty list, which resets the managed fields.
  if (next.metadata.managedFields !== undefined) written.metadata.managedFields = next.metadata.managedFields
  call.server.fields.update(call.kind, live, written, writerOf(call, options))
  const { managedFields } = written.metadata
  if (managedFields === undefined) delete next.metadata.managedFields
  else next.metadata.managedFields = managedFields
}
