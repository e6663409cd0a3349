/** Usage of kinds of which only the number counts. */
import { parseQuantity } from '@kubewright/core/quantities'
import type { Evaluator } from './evaluator.ts'
import { countName } from './evaluator.ts'

/** Kinds that also have a legacy short name. */
const shortNames: ReadonlySet<string> = new Set(['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets'])

export const one = parseQuantity('1')

export function objectCount(group: string, plural: string): Evaluator {
  const names = [countName(group, plural), ...(group === '' && shortNames.has(plural) ? [plural] : [])]
  return {
    handles: ({ operation, subresource }) => operation === 'CREATE' && subresource === '',
    counts: (name) => names.includes(name),
    isIn: () => false,
    usageOf: () => new Map(names.map((name) => [name, one])),
  }
}
