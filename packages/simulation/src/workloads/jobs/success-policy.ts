/** The success policy of a Job: when it counts as complete before all indexes are. Pure. */
import type { Job } from '@kubewright/kubernetes'
import { parseIndexes } from './index-list.ts'

/** The matching rule, as text; `undefined` if none matches. */
export function matchedSuccess({ spec }: Job, succeeded: ReadonlySet<number>): string | undefined {
  if (spec.completionMode !== 'Indexed') return undefined
  const rules = spec.successPolicy?.rules ?? []
  const place = rules.findIndex(({ succeededIndexes, succeededCount }) => {
    const meant = succeededIndexes === undefined ? undefined : parseIndexes(succeededIndexes)
    const reached = meant === undefined ? succeeded.size : [...meant].filter((index) => succeeded.has(index)).length
    const needed = succeededCount ?? meant?.size
    return needed !== undefined && reached >= needed
  })
  return place < 0 ? undefined : `Matched rules at index ${place}`
}
