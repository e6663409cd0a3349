/** Keeps children with their owners: a child has the label of its owner, and moves with it. */
import type { KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { controllingRef } from '../ring/partition-key.ts'
import { nextStep, type RingView } from '../ring/placement.ts'
import type { ChildLabels } from './child-labels.ts'
import type { ChildObject, KnownObjects, MainObject } from './known-objects.ts'

export interface ChildFollowerOptions {
  /** The kinds of the owners. */
  readonly mains: readonly Resource[]
  readonly objects: KnownObjects
  readonly viewOf: (main: MainObject) => RingView
  readonly labels: Pick<ChildLabels, 'write'>
}

export class ChildFollower {
  readonly #options: ChildFollowerOptions

  constructor(options: ChildFollowerOptions) {
    this.#options = options
  }

  /** Records a child. Children of other owners do not belong to the ring. */
  note(resource: Resource, object: KubeObject): ChildObject | undefined {
    const { mains, objects } = this.#options
    if (controllingRef(object, mains) !== undefined) return objects.noteChild(resource, object)
    objects.remove(object.metadata.uid)
    return undefined
  }

  correctAll(): void {
    const { objects } = this.#options
    for (const main of objects.mains) {
      const misplaced = objects.childrenOf(main.placed.uid).filter(({ placed }) => placed.label !== main.placed.label)
      for (const { placed } of misplaced) this.correct(placed.uid)
    }
  }

  /** While the owner moves, the child stays, and then moves with it. */
  correct(uid: string): void {
    const { objects, viewOf, labels } = this.#options
    const child = objects.child(uid)
    const owner = child && objects.main(child.owner)
    if (child === undefined || owner === undefined || nextStep(owner.placed, viewOf(owner)).do !== 'nothing') return
    const { label } = owner.placed
    if (child.placed.label !== label) {
      void labels.write(child, label).then((isDone) => isDone || this.correct(uid))
    }
  }
}
