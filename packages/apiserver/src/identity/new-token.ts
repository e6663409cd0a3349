/** Unguessable tokens. */
import { systemIds } from '@kubewright/core/random'

/** Never from seeded ids, which repeat: this token grants full access. */
export function newToken(): string {
  return `${systemIds.uuid()}${systemIds.uuid()}`.replaceAll('-', '')
}
