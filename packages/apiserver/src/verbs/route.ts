/** Dispatches a resource request to its verb. */
import { goQuote } from '@kubewright/core/go'
import type { ServedSubresource } from '../kinds/served-kind.ts'
import { checkRepresentations } from '../request/representations.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { builtInMediaTypes, streamMediaTypes } from '../request/negotiation.ts'
import type { Verb } from '../request/request-info.ts'
import { notFoundText } from '../rendering/encode.ts'
import {
  badRequest,
  detailsOf,
  formatGroupResource,
  methodNotAllowed,
  notFound,
  unknownResource,
  unsupportedMediaType,
} from '../status/failures.ts'
import { StatusError } from '../status/status.ts'
import { customPatchTypes, patchTypeOf } from '../request/body-media-type.ts'
import type { Call } from '../kinds/call.ts'
import { subjectOf } from '../kinds/call.ts'
import { create } from './create.ts'
import { deleteOne } from './delete.ts'
import { deleteCollection } from './delete-collection.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { update } from './update.ts'
import { watch } from './watch.ts'

type Handler = (call: Call, subresource?: ServedSubresource) => Promise<ServerResponse> | ServerResponse

/** Loaded with the first patch and kept: `import()` for each patch would cost more than most patches. */
let patching: typeof import('./patch.ts') | undefined

const verbs: Readonly<Record<Verb, Handler>> = {
  get,
  list,
  watch,
  create,
  update,
  patch: async (call, subresource) => (patching ??= await import('./patch.ts')).patch(call, subresource),
  delete: deleteOne,
  deletecollection: deleteCollection,
}

/** Verbs on a namespaced collection that work without a namespace in the path. */
const clusterWide: ReadonlySet<string> = new Set(['list', 'watch'])
/** Verbs that require an object name. */
const ofOne: ReadonlySet<string> = new Set(['update', 'patch'])

export async function route(call: Call): Promise<ServerResponse> {
  const { kind, info } = call
  // For a custom kind, a misplaced path is an unknown one.
  if (kind.isCustom && isMisplaced(call)) return notFoundText()
  checkScope(call)
  const subresource = findSubresource(call)
  const { verb } = info
  if (verb === '' || !(subresource?.verbs ?? kind.verbs).includes(verb) || !isServed(call)) throw refusedVerb(call)
  if (!kind.isCustom) checkRepresentations(call.request, representationsOf(verb))
  else if (info.name === '' && ofOne.has(verb)) throw nameless(call)
  if (connections.has(info.subresource)) refuseTrial(call)
  if (subresource?.handle !== undefined) return subresource.handle(call)
  if (subresource === undefined && verb === 'create' && kind.create !== undefined) return kind.create(call)
  return verbs[verb](call, subresource)
}

/** The media type of a patch is checked before its name. */
function nameless({ info, request }: Call): Error {
  const isReadable = info.verb !== 'patch' || customPatchTypes.includes(patchTypeOf(request.headers['content-type']))
  return isReadable ? badRequest('name must be provided') : unsupportedMediaType(customPatchTypes)
}

/** Subresources that connect to a container or a service. */
const connections: ReadonlySet<string> = new Set(['attach', 'exec', 'portforward', 'proxy'])

function refuseTrial({ request }: Call): void {
  if (request.query.has('dryRun')) throw badRequest('dryRun is not supported')
}

function findSubresource(call: Call): ServedSubresource | undefined {
  const { kind, info } = call
  if (info.subresource === '') return undefined
  const subresource = kind.subresources.get(info.subresource)
  if (subresource === undefined || info.name === '')
    throw kind.isCustom ? notFound(subjectOf(call), info.name) : unknownResource()
  return subresource
}

function isMisplaced({ kind, info }: Call): boolean {
  return kind.isNamespaced ? info.namespace === '' && !clusterWide.has(info.verb) : info.namespace !== ''
}

/** The path of a namespaced object has a namespace; that of a cluster-scoped one has none. */
function checkScope({ kind, info }: Call): void {
  if (kind.isNamespaced) {
    if (info.namespace !== '' || clusterWide.has(info.verb)) return
    throw info.name === '' && !kind.isCustom ? methodNotAllowed() : unknownResource()
  }
  const isItself = kind.plural === 'namespaces' && kind.group === '' && info.namespace === info.name
  if (info.namespace !== '' && !isItself) throw unknownResource()
}

/** Built-in kinds have routes only for the methods they support. */
function isServed({ kind, info, request }: Call): boolean {
  if (kind.isCustom) return true
  return request.method !== 'HEAD' && !(info.name === '' && ofOne.has(info.verb))
}

function representationsOf(verb: Verb): readonly string[] {
  return verb === 'list' || verb === 'watch' ? [...builtInMediaTypes, ...streamMediaTypes] : builtInMediaTypes
}

function refusedVerb(call: Call): Error {
  const { kind, info } = call
  // A listable kind also has a watch route, even if it does not support watches.
  const isRouted = kind.isCustom || (info.verb === 'watch' && kind.verbs.includes('list'))
  if (!isRouted) return methodNotAllowed()
  const subject = subjectOf(call)
  const message = `${info.verb} is not supported on resources of kind ${goQuote(formatGroupResource(subject))}`
  return new StatusError(405, 'MethodNotAllowed', message, detailsOf(subject, ''))
}
