/** How much quota an object uses, by its kind. */
import type { ResourceQuota } from '@kubewright/kubernetes/core/v1'
import type { Unvalidated } from '../../../object/unvalidated.ts'
import type { Draft } from '../../../object/draft.ts'
import { formatGroupResource } from '../../../status/failures.ts'
import type { Attributes } from '../../../kinds/admission.ts'
import type { AmountMap } from '../amounts.ts'

export type Quota = Unvalidated<ResourceQuota>
/** A scope that limits a quota. */
export interface QuotaScope {
  readonly scopeName: string
  readonly operator: string
  readonly values: readonly string[]
}

export interface Evaluator {
  /** Whether the write can change the usage. */
  handles(attributes: Attributes): boolean
  /** Whether the object counts against the resource of this name. */
  counts(name: string): boolean
  /** Whether the object is in the scope. */
  isIn(scope: QuotaScope, object: Draft): boolean
  usageOf(object: Draft): AmountMap
  /** An error about the limited resources that the object must specify but does not. */
  missing?(names: readonly string[], object: Draft): string | undefined
}

/** `count/deployments.apps` */
export function countName(group: string, plural: string): string {
  return `count/${formatGroupResource({ group, resource: plural })}`
}

export function scopesOf({ spec }: Quota): readonly QuotaScope[] {
  return [
    ...(spec?.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists', values: [] })),
    ...(spec?.scopeSelector?.matchExpressions ?? []).map(({ scopeName = '', operator = '', values }) => ({
      scopeName,
      operator,
      values: values ?? [],
    })),
  ]
}

/** Whether a scope selects an object with these names, of which there may be none. */
export function isChosen({ operator, values }: QuotaScope, names: readonly string[]): boolean {
  switch (operator) {
    case 'Exists':
      return names.length > 0
    case 'DoesNotExist':
      return names.length === 0
    case 'In':
      return names.some((name) => values.includes(name))
    case 'NotIn':
      return names.length === 0 || names.some((name) => !values.includes(name))
    default:
      return false
  }
}
