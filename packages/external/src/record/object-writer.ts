/** Writes the metadata that external controllers keep on an object: annotations, owner references, late-initialized fields. */
import type { Client } from '@kubewright/client'
import { type KubeObject, refOf } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { addOwner } from '@kubewright/core/object'
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
   * Writes only if the object has the observed uid and resourceVersion, so that the next step acts on current state. Failure: a
   * conflict otherwise.
   */
  annotateFresh(object: KubeObject, annotations: Annotations): Promise<KubeObject> {
    return this.#patch(object, { metadata: { annotations, resourceVersion: object.metadata.resourceVersion } })
  }

  /** Writes regardless of concurrent changes, since it records what has already happened. Skipped if the object shows it. */
  async annotate(object: KubeObject, annotations: Annotations): Promise<KubeObject> {
    const shown = object.metadata.annotations ?? {}
    const isShown = Object.entries(annotations).every(([name, value]) => (shown[name] ?? null) === value)
    return isShown ? object : await this.#patch(object, { metadata: { annotations } })
  }

  /**
   * Adds owner references without `blockOwnerDeletion`: an owner waits for its dependents by itself, and blocking would need a
   * permission on the owner's kind.
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

  /** Includes the uid, so that an object recreated under the same name is not patched. */
  async #patch(object: KubeObject, patch: { readonly metadata: object; readonly spec?: object }): Promise<KubeObject> {
    const { client, resource, signal, fieldManager } = this.#options
    const body = { ...patch, metadata: { ...patch.metadata, uid: object.metadata.uid } }
    return await client.patch(resource, refOf(object), body as never, { signal, fieldManager })
  }
}
