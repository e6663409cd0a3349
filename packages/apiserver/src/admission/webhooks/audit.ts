/** Notes for the audit, under keys that a qualified name may have. */
import { nameProblems } from '@kubewright/core'
import type { Attributes } from '../admission.ts'

/** A key that is none is not noted: the write does not suffer from it. */
export function annotate(attributes: Attributes, key: string, value: string): void {
  if (key.split('/').length === 2 && nameProblems('qualifiedName', key).length === 0) attributes.annotate(key, value)
}
