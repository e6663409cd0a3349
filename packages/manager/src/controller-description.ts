/** The public description of a controller. Pure. */
import type { Controller, Reason } from '@kubewright/controller'
import type { GroupVersionKind } from '@kubewright/core/object'
import type { QueueSnapshot } from '@kubewright/queue'
import type { Resource } from '@kubewright/resource'
import type { ControllerDescription } from './manager.ts'

export function descriptionOf(controller: Controller, queue: QueueSnapshot<string, Reason>): ControllerDescription {
  const { concurrency = 1, owns = [] } = controller
  const owned = owns.map((one) => kindOf('resource' in one ? one.resource : one))
  return { for: kindOf(controller.for), owns: owned, concurrency, queue }
}

function kindOf({ group, version, kind }: Resource): GroupVersionKind {
  return { group, version, kind }
}
