/** A token that nobody guesses. */
import { systemIds } from '@kubewright/core'

/** Never from ids that a seed repeats: this opens every door. */
export function newToken(): string {
  return `${systemIds.uuid()}${systemIds.uuid()}`.replaceAll('-', '')
}
