/** Writes what external controllers keep on an object: annotations, owners, fields its author left open. */
import type { Client } from '@kubewright/client'
import { addOwner, deepEqual, type KubeObject, refOf } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'

export interface ObjectWriterOptions {
  readonly client: Client
  readonly resource: Resource
  readonly signal: AbortSignal
  readonly fieldManager: string
}

export type Annotations = Readonly<Record<string, string | null>>

export class ObjectWriter {
  readonly #options: ObjectWriterOptions

  constructor(options: ObjectWriterOptions) {
    this.#options = options
  }

  /**
   * Writes only if the object is the very one that was looked at, in that very version: whoever does it afterwards knows that
   * it acts on what is true. Failure: a conflict otherwise.
   */
  annotateFresh(object: KubeObject, annotations: Annotations): Promise<KubeObject> {
    return this.#patch(object, { metadata: { annotations, resourceVersion: object.metadata.resourceVersion } })
  }

  /** Writes whatever else has changed: what happened outside has happened. Nothing if the object shows it already. */
  async annotate(object: KubeObject, annotations: Annotations): Promise<KubeObject> {
    const shown = object.metadata.annotations ?? {}
    const isShown = Object.entries(annotations).every(([name, value]) => (shown[name] ?? null) === value)
    return isShown ? object : await this.#patch(object, { metadata: { annotations } })
  }

  /**
   * Makes `owners` owners of the object, beside those it has. They do not block each other's deletion: an owner waits for what
   * it owns by itself, and blocking would need a permission on the owner's kind.
   */
  async own(object: KubeObject, owners: readonly KubeObject[]): Promise<KubeObject> {
    const ownerReferences = owners.reduce(
      (all, owner) =>
        addOwner({ ...object, metadata: { ...object.metadata, ownerReferences: all } }, owner, {
          controller: false,
        }),
      object.metadata.ownerReferences ?? [],
    )
    if (deepEqual(ownerReferences, object.metadata.ownerReferences ?? [])) return object
    return this.#patch(object, { metadata: { ownerReferences, resourceVersion: object.metadata.resourceVersion } })
  }

  fill(object: KubeObject, spec: object): Promise<KubeObject> {
    return this.#patch(object, { metadata: { resourceVersion: object.metadata.resourceVersion }, spec })
  }

  /** With its uid: an object that was made anew under the same name is another one. */
  async #patch(object: KubeObject, patch: { readonly metadata: object; readonly spec?: object }): Promise<KubeObject> {
    const { client, resource, signal, fieldManager } = this.#options
    const body = { ...patch, metadata: { ...patch.metadata, uid: object.metadata.uid } }
    return await client.patch(resource, refOf(object), body as never, { signal, fieldManager })
  }
}
