/** The OpenAPI paths and operations of a kind. */
import type { GroupVersionKind } from '@kubewright/core/object'
import type { ServedKind, ServedSubresource } from '../kinds/served-kind.ts'
import type { Verb } from '../request/request-info.ts'
import { rootOf } from './api-root.ts'
import { connectPaths, isConnected } from './connect-paths.ts'
import { builtInName, customName, publishedName } from './definition-name.ts'
import { builtInTypes, customTypes } from './media-types.ts'
import type { Content, Method, Operation, Path } from './operation.ts'
import { capital, tagOf, versionWord } from './operation-words.ts'
import {
  forDelete,
  forDeleteCollection,
  forList,
  forPatch,
  forWrite,
  inName,
  inNamespace,
  type Parameter,
  pretty,
  resourceVersion,
} from './parameter.ts'

const status: Content = { definition: publishedName('meta/v1.Status') }
const patch: Content = { definition: publishedName('meta/v1.Patch') }
const deleteOptions: Content = { definition: publishedName('meta/v1.DeleteOptions') }
const watchEvent: Content = { definition: publishedName('meta/v1.WatchEvent') }

/** Kinds whose OpenAPI document declares a Status as the response to DELETE, although the server returns the object. */
const promisesStatus = new Set(['Namespace', 'CSIStorageCapacity'])

/** The documented verbs of custom resources, even while a terminating definition allows fewer. */
const customVerbs: readonly Verb[] = ['get', 'list', 'create', 'update', 'patch', 'delete', 'deletecollection']

export function kindPaths(kind: ServedKind): readonly Path[] {
  const verbs = kind.isCustom ? customVerbs : kind.verbs
  const root = `${rootOf(kind)}/${kind.isNamespaced ? 'namespaces/{namespace}/' : ''}${kind.plural}`
  const object = definitionOf(kind)
  const item = verbs.flatMap((verb) => itemOperation(kind, verb, object, '') ?? [])
  const collection = verbs.flatMap((verb) => collectionOperation(kind, verb) ?? [])
  const paths = [
    ...(kind.isNamespaced && verbs.includes('list') ? [everywhere(kind)] : []),
    { path: root, operations: collection },
    { path: `${root}/{name}`, operations: item },
    ...[...kind.subresources.values()].flatMap((one) => subresourcePaths(kind, `${root}/{name}`, one)),
    ...(kind.isCustom ? [] : watchPaths(kind)),
  ]
  return paths.filter(({ operations }) => operations.length > 0)
}

/** The published name of a kind's definition. */
export function definitionOf(kind: GroupVersionKind & { readonly isCustom: boolean }): Content {
  return { definition: kind.isCustom ? customName(kind) : publishedName(builtInName(kind)) }
}

function listOf(kind: ServedKind): Content {
  return definitionOf({ ...kind, kind: kind.listKind })
}

/** The common part of every operation on a kind: its ID, its target, and the `pretty` parameter. */
function operationOf(
  kind: ServedKind,
  method: Method,
  { verb, word }: { readonly verb: string; readonly word: string },
  parameters: readonly Parameter[],
): Pick<Operation, 'method' | 'id' | 'tag' | 'target' | 'parameters'> {
  const { group, version } = kind
  return {
    method,
    id: `${verb}${versionWord(kind)}${word}`,
    tag: tagOf(kind),
    target: { group, version, kind: kind.kind },
    parameters: [...parameters, pretty],
  }
}

function typesOf({ isCustom }: ServedKind) {
  return isCustom ? customTypes : builtInTypes
}

/** The path parameters before the resource. */
function placeOf({ isNamespaced }: ServedKind): readonly Parameter[] {
  return isNamespaced ? [inNamespace] : []
}

/** The path parameters of an object. */
function addressOf(kind: ServedKind): readonly Parameter[] {
  return [inName, ...placeOf(kind)]
}

function wordOf({ isNamespaced, kind }: ServedKind): string {
  return `${isNamespaced ? 'Namespaced' : ''}${kind}`
}

function everywhere(kind: ServedKind): Path {
  const word = `${kind.kind}ForAllNamespaces`
  return { path: `${rootOf(kind)}/${kind.plural}`, operations: [listOperation(kind, word, [])] }
}

function listOperation(kind: ServedKind, word: string, place: readonly Parameter[]): Operation {
  const { consumes, lists } = typesOf(kind)
  return {
    ...operationOf(kind, 'get', { verb: 'list', word }, [...place, ...forList]),
    action: 'list',
    consumes,
    produces: lists,
    answers: { 200: listOf(kind) },
  }
}

function collectionOperation(kind: ServedKind, verb: Verb): Operation | undefined {
  const { consumes, produces } = typesOf(kind)
  const word = wordOf(kind)
  const object = definitionOf(kind)
  switch (verb) {
    case 'list':
      return listOperation(kind, word, placeOf(kind))
    case 'create':
      return {
        ...operationOf(kind, 'post', { verb: 'create', word }, [...placeOf(kind), ...forWrite]),
        action: 'post',
        body: { content: object, isRequired: true },
        consumes,
        produces,
        answers: { 200: object, 201: object, 202: object },
      }
    case 'deletecollection':
      return {
        // For custom resources this operation is documented with the parameters of a list, and without a body.
        ...operationOf(kind, 'delete', { verb: 'delete', word: `Collection${word}` }, [
          ...placeOf(kind),
          ...(kind.isCustom ? forList : forDeleteCollection),
        ]),
        action: 'deletecollection',
        ...(kind.isCustom ? {} : { body: { content: deleteOptions, isRequired: false } }),
        consumes,
        produces,
        answers: { 200: status },
      }
    default:
      return undefined
  }
}

/** An operation on one object, or on its subresource `suffix`. */
function itemOperation(kind: ServedKind, verb: Verb, object: Content, suffix: string): Operation | undefined {
  const { consumes, patches, produces } = typesOf(kind)
  const word = `${wordOf(kind)}${suffix}`
  switch (verb) {
    case 'get':
      return {
        ...operationOf(kind, 'get', { verb: 'read', word }, [
          ...addressOf(kind),
          ...(kind.isCustom ? [resourceVersion] : []),
        ]),
        action: 'get',
        consumes,
        produces,
        answers: { 200: object },
      }
    case 'update':
      return {
        ...operationOf(kind, 'put', { verb: 'replace', word }, [...addressOf(kind), ...forWrite]),
        action: 'put',
        body: { content: object, isRequired: true },
        consumes,
        produces,
        answers: { 200: object, 201: object },
      }
    case 'patch':
      return {
        ...operationOf(kind, 'patch', { verb: 'patch', word }, [...addressOf(kind), ...forPatch]),
        action: 'patch',
        body: { content: patch, isRequired: true },
        consumes: patches,
        produces,
        answers: kind.isCustom ? { 200: object } : { 200: object, 201: object },
      }
    case 'delete': {
      const isObject = !kind.isCustom && kind.strategy.returnsDeleted && !promisesStatus.has(kind.kind)
      const gone = isObject ? object : status
      return {
        ...operationOf(kind, 'delete', { verb: 'delete', word }, [...addressOf(kind), ...forDelete]),
        action: 'delete',
        body: { content: deleteOptions, isRequired: false },
        consumes,
        produces,
        answers: { 200: gone, 202: gone },
      }
    }
    default:
      return undefined
  }
}

function subresourcePaths(kind: ServedKind, item: string, subresource: ServedSubresource): readonly Path[] {
  if (isConnected(subresource)) return connectPaths(kind, item, subresource)
  const { name, group, version } = subresource
  const target = { group, version, kind: subresource.kind }
  const isOwn = kind.isCustom && subresource.kind === kind.kind
  const object = definitionOf({ ...target, isCustom: isOwn })
  const operations = subresource.verbs.flatMap((verb) => {
    const operation =
      verb === 'create' ? createBelow(kind, name, object) : itemOperation(kind, verb, object, capital(name))
    // In documents of custom resources, the target of scale operations is the resource itself.
    return operation === undefined ? [] : [kind.isCustom ? operation : { ...operation, target }]
  })
  return [{ path: `${item}/${name}`, operations }]
}

/** Creates below an object: bindings, evictions and tokens. */
function createBelow(kind: ServedKind, name: string, object: Content): Operation {
  const { consumes, produces } = typesOf(kind)
  const word = `${wordOf(kind)}${capital(name)}`
  return {
    ...operationOf(kind, 'post', { verb: 'create', word }, [...addressOf(kind), ...forWrite]),
    action: 'post',
    body: { content: object, isRequired: true },
    consumes,
    produces,
    answers: { 200: object, 201: object, 202: object },
  }
}

/** The deprecated watch paths, which built-in kinds still have. */
function watchPaths(kind: ServedKind): readonly Path[] {
  if (!kind.verbs.includes('watch')) return []
  const root = `${rootOf(kind)}/watch`
  const below = `${root}/${kind.isNamespaced ? 'namespaces/{namespace}/' : ''}${kind.plural}`
  const word = wordOf(kind)
  const [place, address] = [placeOf(kind), addressOf(kind)]
  return [
    ...(kind.isNamespaced ? [watchPath(kind, `${root}/${kind.plural}`, `${kind.kind}ListForAllNamespaces`, [])] : []),
    watchPath(kind, below, `${word}List`, place),
    ...(kind.verbs.includes('get') ? [watchPath(kind, `${below}/{name}`, word, address)] : []),
  ]
}

function watchPath(kind: ServedKind, path: string, word: string, place: readonly Parameter[]): Path {
  const operation: Operation = {
    ...operationOf(kind, 'get', { verb: 'watch', word }, [...place, ...forList]),
    action: place.includes(inName) ? 'watch' : 'watchlist',
    consumes: builtInTypes.consumes,
    produces: builtInTypes.lists,
    answers: { 200: watchEvent },
  }
  return { path, operations: [operation] }
}
