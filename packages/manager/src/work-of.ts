/** Controllers, as far as whoever shares the work out has to know them. */
import type { SourceScope } from '@kubewright/cache'
import type { Controller } from '@kubewright/controller'
import type { Work } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'

/** @param scopeOf what is followed of a kind by everybody; a controller may ask for less */
export function workOf(
  controllers: readonly Controller[],
  scopeOf: (resource: Resource) => SourceScope | undefined = () => undefined,
): readonly Work[] {
  return controllers.map(({ for: resource, owns = [], scope, '~grouping': grouping }) => ({
    ...(grouping === undefined ? {} : { isGrouped: true }),
    for: resource,
    scope: narrowed(scopeOf(resource) ?? {}, scope ?? {}),
    owns: owns.map((one) => ('resource' in one ? one.resource : one)),
  }))
}

/** Both hold. */
function narrowed(one: SourceScope, two: SourceScope): SourceScope {
  const namespace = two.namespace ?? one.namespace
  const joined = (left: string | undefined, right: string | undefined) =>
    [left, right].filter((part) => part !== undefined && part !== '').join(',')
  const [labels, fields] = [joined(one.labels, two.labels), joined(one.fields, two.fields)]
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === '' ? {} : { labels }),
    ...(fields === '' ? {} : { fields }),
  }
}
