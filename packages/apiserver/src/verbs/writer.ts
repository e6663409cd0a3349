/** Who a write is recorded as. */
import { apiVersionOf } from '../kinds/served-kind.ts'
import type { Writer } from '../managed-fields/field-manager.ts'
import type { Draft } from '../object/draft.ts'
import type { WriteOptions } from '../request/write-options.ts'
import { type Call, timestamp } from './call.ts'

export function writerOf({ server, kind, info }: Call, { fieldManager }: WriteOptions): Writer {
  const { kind: spoken = kind.kind } = kind.subresources.get(info.subresource) ?? {}
  return {
    manager: fieldManager,
    apiVersion: apiVersionOf(kind),
    subresource: info.subresource,
    time: spoken === kind.kind ? timestamp(server.clock.now()) : undefined,
  }
}

/** Notes in `next` that the caller now owns what it changed. */
export async function recordWrite(
  call: Call,
  live: Draft | undefined,
  next: Draft,
  options: WriteOptions,
): Promise<void> {
  // What is written as null is there, and somebody's.
  const written = (await call.kind.settle?.(next)) ?? next
  // Even if it is empty: that is how one asks to forget who owns what.
  if (next.metadata.managedFields !== undefined) written.metadata.managedFields = next.metadata.managedFields
  call.server.fields.update(call.kind, live, written, writerOf(call, options))
  const { managedFields } = written.metadata
  if (managedFields === undefined) delete next.metadata.managedFields
  else next.metadata.managedFields = managedFields
}
