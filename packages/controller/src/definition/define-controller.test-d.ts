/** Inferred types in the definition of a controller. */
import { ConfigMap, Deployment, Secret } from '@kubewright/kubernetes'
import { type Controller, defineController } from './define-controller.ts'
import { done } from './outcome.ts'
import { changed, watch } from './watch.ts'

const reconcile = async () => done()

// Each entry of `owns` is typed by its own kind, beside plain kinds.
export const typed: Controller = defineController({
  name: 'typed',
  for: ConfigMap,
  when: changed((map) => map.data),
  owns: [
    Secret,
    { resource: ConfigMap, when: changed((map) => map.data), everyOwner: true },
    { resource: Deployment, when: (next, previous) => next.status?.readyReplicas !== previous?.status?.readyReplicas },
  ],
  watches: [watch(Secret, { when: (next) => next.type === 'Opaque', requests: ({ metadata }) => [metadata] })],
  reconcile,
})

// A list that is created elsewhere compiles as well.
const kinds = [Secret, Deployment]
export const listed: Controller = defineController({ name: 'listed', for: ConfigMap, owns: kinds, reconcile })

defineController({
  name: 'wrong',
  for: ConfigMap,
  // @ts-expect-error a Secret has no replicas
  owns: [{ resource: Secret, when: (next) => next.spec.replicas > 1 }],
  reconcile,
})

defineController({
  name: 'nothing',
  for: ConfigMap,
  // @ts-expect-error neither a kind nor a kind with watch options
  owns: [{ when: () => true }],
  reconcile,
})

// With an explicit type argument for the kind, the owned kinds need none.
export const named = defineController<typeof ConfigMap>({ name: 'named', for: ConfigMap, owns: [Secret], reconcile })
