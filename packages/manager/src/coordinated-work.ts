/** The description of controllers that a coordinator needs. */
import type { SourceScope } from '@kubewright/cache'
import type { Controller } from '@kubewright/controller'
import type { Work } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'

/** @param scopeOf the manager's scope of a kind; a controller may narrow it */
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

/** The intersection. */
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
