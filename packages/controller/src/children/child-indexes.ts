/** Indexes by controlling owner, for the kinds a controller owns: finds children without scanning the cache. */
import { type IndexDefinition, index, type Source } from '@kubewright/cache'
import type { KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { controllerOf } from './child.ts'

export class ChildIndexes {
  readonly #indexes = new Map<string, IndexDefinition>()

  /** Indexes the source's objects by the uid of their controlling owner. */
  add(source: Source): void {
    const { resource } = source
    const definition = index(resource, 'by-controller', (object) => controllerOf(object as KubeObject)?.uid)
    source.addIndex(definition)
    this.#indexes.set(kindOf(resource), definition)
  }

  of(resource: Resource): IndexDefinition | undefined {
    return this.#indexes.get(kindOf(resource))
  }
}

function kindOf({ group, kind }: Resource): string {
  return `${group}/${kind}`
}
