/** Whether an object belongs to a source, as far as the client can decide. */
import type { KubeObject } from '@kubewright/core'
import { compileLabelSelector, type FieldRequirement, parseFieldSelector } from '@kubewright/core/selectors'
import type { SourceScope } from './source.ts'

/** `unknown`: depends on fields that only the server can select by. */
export type Belonging = 'yes' | 'no' | 'unknown'

export type SourceSelection = (object: KubeObject) => Belonging

/** Failure: `KW_CORE_LABEL_SELECTOR` or `KW_CORE_FIELD_SELECTOR` for an invalid selector. */
export function sourceSelection({ namespace, labels, fields }: SourceScope): SourceSelection {
  const isLabelled = labels === undefined ? undefined : compileLabelSelector(labels)
  const wanted = fields === undefined ? [] : parseFieldSelector(fields)
  return ({ metadata }) => {
    if (namespace !== undefined && metadata.namespace !== namespace) return 'no'
    if (isLabelled !== undefined && !isLabelled(metadata.labels)) return 'no'
    const answers = wanted.map((requirement) => meets(requirement, metadata))
    if (answers.includes('no')) return 'no'
    return answers.includes('unknown') ? 'unknown' : 'yes'
  }
}

function meets({ field, operator, value }: FieldRequirement, metadata: KubeObject['metadata']): Belonging {
  if (field !== 'metadata.name' && field !== 'metadata.namespace') return 'unknown'
  const actual = (field === 'metadata.name' ? metadata.name : metadata.namespace) ?? ''
  return (actual === value) === (operator === '=') ? 'yes' : 'no'
}
