/**
 * The collection under which the objects of a kind are listed. A kind with several versions is served in each: only the collection of the
 * storage version is read, to list every object once and in the same version in every run.
 */
import type { Definable } from '../../cluster/cluster.ts'
import { collectionIn, splitCollection } from '../../requests/cluster-place.ts'

/** Maps a collection, `/apis/example.dev/v1/disks`, to that of the storage version. Other kinds are unchanged. */
export function storedCollections(resources: readonly Definable[] = []): (collection: string) => string {
  const stored = new Map(
    resources.filter(({ versions = [] }) => versions.length > 1).map((one) => [key(one), storedVersionOf(one)]),
  )
  return (place) => {
    const [group = '', , plural = ''] = place.split('/').slice(-3)
    const version = stored.get(key({ group, plural }))
    if (version === undefined) return place
    return collectionIn(splitCollection(place).cluster, `/apis/${group}/${version}/${plural}`)
  }
}

function key({ group, plural }: Pick<Definable, 'group' | 'plural'>): string {
  return `${plural}.${group}`
}

/** The conversion strategy is irrelevant here. */
export function versionsOf(resource: Definable) {
  return resource.crd({ conversion: 'none' }).spec.versions
}

function storedVersionOf(resource: Definable): string | undefined {
  return versionsOf(resource).find(({ storage }) => storage)?.name
}
