/** The view that projections read, from a client or from the lists of an exploration. */
import { type Client, isNotFound } from '@kubewright/client'
import type { Ref } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { View } from '../explore/definition/exploration.ts'
import type { ClusterView } from './projection.ts'

export function viewOfClient(client: Client): ClusterView {
  return {
    async get(resource, ref) {
      try {
        return await client.get(resource, ref)
      } catch (error) {
        if (isNotFound(error)) return undefined
        throw error
      }
    },
    async list(resource) {
      return (await client.list(resource)).items
    },
  }
}

/** Lists are short in an exploration, so an object is looked up in its list. */
export function viewOfLists(view: View): ClusterView {
  return {
    list: (resource) => view.list(resource),
    async get<R extends Resource>(resource: R, { namespace, name }: Ref) {
      const objects = await view.list(resource)
      return objects.find(
        ({ metadata }) => metadata.name === name && (namespace === undefined || metadata.namespace === namespace),
      ) as ObjectOf<R> | undefined
    },
  }
}
