/** The topics of the page: the applications of a cluster, or one of them. */
import type { Route } from '../route.ts'

export function protocolsTopics({ parts }: Route): readonly string[] {
  return parts.length === 0 ? ['stacks'] : [`stack:${parts.join('/')}`]
}
