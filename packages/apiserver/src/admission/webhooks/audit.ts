/** Audit annotations, under keys that are qualified names. */
import { nameProblems } from '@kubewright/core/object'
import type { Attributes } from '../../kinds/admission.ts'

/** An invalid key is dropped and does not fail the write. */
export function annotate(attributes: Attributes, key: string, value: string): void {
  if (key.split('/').length === 2 && nameProblems('qualifiedName', key).length === 0) attributes.annotate(key, value)
}
