/** From a request about a kind to the verb that answers it. */
import type { ServedSubresource } from '../kinds/served-kind.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { methodNotAllowed, notFound, unknownResource } from '../status/failures.ts'
import type { Call } from './call.ts'
import { subjectOf } from './call.ts'
import { create } from './create.ts'
import { deleteOne } from './delete.ts'
import { deleteCollection } from './delete-collection.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { patch } from './patch.ts'
import { update } from './update.ts'
import { watch } from './watch.ts'

type Handler = (call: Call, subresource?: ServedSubresource) => Promise<ServerResponse> | ServerResponse

const verbs: Readonly<Record<Call['info']['verb'], Handler>> = {
  get,
  list,
  watch,
  create,
  update,
  patch,
  delete: deleteOne,
  deletecollection: deleteCollection,
}

/** Verbs on a collection or an object that make sense without a namespace in the path. */
const clusterWide = new Set(['list', 'watch'])

export async function route(call: Call): Promise<ServerResponse> {
  const { kind, info } = call
  checkScope(call)
  if (info.subresource !== '') return routeSubresource(call)
  if (!kind.verbs.includes(info.verb)) throw refusedVerb(call)
  if (info.verb === 'create' && kind.create !== undefined) return kind.create(call)
  return verbs[info.verb](call)
}

function routeSubresource(call: Call): Promise<ServerResponse> | ServerResponse {
  const { kind, info } = call
  const subresource = kind.subresources.get(info.subresource)
  if (subresource === undefined) throw kind.isCustom ? notFound(subjectOf(call), info.name) : unknownResource()
  if (!subresource.verbs.includes(info.verb)) throw refusedVerb(call)
  if (subresource.handle !== undefined) return subresource.handle(call)
  return verbs[info.verb](call, subresource)
}

function checkScope({ kind, info }: Call): void {
  const isMisplaced = kind.isNamespaced
    ? info.namespace === '' && !clusterWide.has(info.verb)
    : info.namespace !== '' && kind.plural !== 'namespaces'
  if (isMisplaced) throw unknownResource()
}

function refusedVerb({ kind, info }: Call): Error {
  const kindName = kind.group === '' ? kind.plural : `${kind.plural}.${kind.group}`
  return kind.isCustom
    ? methodNotAllowed(`${info.verb} is not supported on resources of kind ${JSON.stringify(kindName)}`)
    : methodNotAllowed()
}
