/**
 * Whether the object of a write has been written out and read again since it came in. Until then its newest manager bears
 * a time with fractions of a second, which no JSON shows: whoever compares before and after the first rewriting finds a
 * change, whatever else there is. Custom resources carry texts, which have no fractions to lose.
 */
import { deepEqual } from '@kubewright/core'
import type { Attributes, Round } from '../admission.ts'

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
