/** Writes that came too late: the object has moved on, or is gone. Whoever follows it hears of that by itself. */
import { isConflict, isNotFound } from '@kubewright/client'

export function isOvertaken(error: unknown): boolean {
  return isConflict(error) || isNotFound(error)
}

/** For `catch`: `undefined` in place of a write that came too late. */
export function ignoreOvertaken(error: unknown): undefined {
  if (!isOvertaken(error)) throw error
  return undefined
}
