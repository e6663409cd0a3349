/** The object's name in error messages: it may not have one yet. */
import type { Attributes } from '../../kinds/admission.ts'

export function shownName({ name, object }: Attributes): string {
  return name || object?.metadata?.name || object?.metadata?.generateName || 'Unknown'
}
