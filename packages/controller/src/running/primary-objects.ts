/**
 * The objects of the kind that a controller reconciles, as its cache shows them, and the keys they stand for: one per object, or the
 * groups of a group controller.
 */
import type { Source } from '@kubewright/cache'
import type { KubeObject, Ref } from '@kubewright/core'
import type { Controller } from '../definition/define-controller.ts'
import { groupsOf } from '../definition/group-controller.ts'
import { parseRequestKey, requestKey } from '../request/request-key.ts'
import type { ControllerSources } from '../triggers/controller-sources.ts'

export class PrimaryObjects {
  readonly #controller: Pick<Controller, 'for' | 'scope' | '~grouping'>
  readonly #sources: Pick<ControllerSources, 'follow'>
  /** `undefined` before `follow`. */
  #source: Source | undefined

  constructor(controller: Pick<Controller, 'for' | 'scope' | '~grouping'>, sources: Pick<ControllerSources, 'follow'>) {
    this.#controller = controller
    this.#sources = sources
  }

  /** Starts their watch. */
  follow(): Source {
    this.#source = this.#sources.follow(this.#controller.for, this.#controller.scope)
    return this.#source
  }

  /** `undefined` for a group, whose key may be the name of an unrelated object. */
  find(ref: Ref): KubeObject | undefined {
    return this.#controller['~grouping'] === undefined ? this.#source?.get(ref) : undefined
  }

  membersOf(group: string): readonly KubeObject[] {
    const index = this.#controller['~grouping']?.index
    return index === undefined ? [] : (this.#source?.find(index, group) ?? [])
  }

  /** Whether the cache has no such object. A group exists even without members. */
  isGone(key: string): boolean {
    if (this.#source === undefined || this.#controller['~grouping'] !== undefined) return false
    return this.#source.get(parseRequestKey(key)) === undefined
  }

  /** All keys, each once. */
  keys(): ReadonlySet<string> {
    const index = this.#controller['~grouping']?.index
    const keysOf = (object: KubeObject) =>
      index === undefined ? [requestKey(object.metadata)] : groupsOf(index, object)
    return new Set(this.#source?.list().flatMap(keysOf))
  }
}
