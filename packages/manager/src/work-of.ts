/** Controllers, as far as whoever shares the work out has to know them. */
import type { Controller } from '@kubewright/controller'
import type { Work } from '@kubewright/lease'

export function workOf(controllers: readonly Controller[]): readonly Work[] {
  return controllers.map(({ for: resource, owns = [] }) => {
    return { for: resource, owns: owns.map((one) => ('resource' in one ? one.resource : one)) }
  })
}
