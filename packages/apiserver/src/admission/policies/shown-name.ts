/** How refusals call the object of a write, which may not have its name yet. */
import type { Attributes } from '../admission.ts'

export function shownName({ name, object }: Attributes): string {
  return name || object?.metadata?.name || object?.metadata?.generateName || 'Unknown'
}
