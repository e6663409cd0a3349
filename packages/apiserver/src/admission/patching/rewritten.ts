/**
 * Whether the object of a write has been encoded and decoded since the request arrived. Until then the time of its newest
 * managed fields entry has fractional seconds, which JSON drops: a comparison across the first rewrite always finds a
 * change. Custom resources hold times as text, which has no fractions to lose.
 */
import { deepEqual } from '@kubewright/core/json'
import type { Attributes, Round } from '../../kinds/admission.ts'

const key = 'the object was rewritten'

export function noteRewritten({ memory }: Round): void {
  memory.set(key, true)
}

export function isRewritten({ kind, object, oldObject }: Attributes, { memory }: Round): boolean {
  if (kind.isCustom || memory.has(key)) return true
  const before = oldObject?.metadata.managedFields ?? []
  const entries = object?.metadata.managedFields ?? []
  return entries.every((entry) => before.some((old) => deepEqual(old as never, entry as never)))
}
