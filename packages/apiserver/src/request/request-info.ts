/** Parses the target of a request from its method, path and query. */

export const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const
/** The verb of a request, as authorization and audit name it. */
export type Verb = (typeof verbs)[number]

/** A request for an object, a collection or a subresource. */
export interface ResourceRequest {
  readonly isResource: true
  /** Empty if the method is not supported here. */
  readonly verb: Verb | ''
  readonly group: string
  readonly version: string
  readonly namespace: string
  /** The plural. */
  readonly resource: string
  readonly name: string
  readonly subresource: string
  /** The path after the subresource, for proxies. */
  readonly subpath: string
}

/** A non-resource request: discovery, health, version, metrics. */
export interface PathRequest {
  readonly isResource: false
  /** The method in lower case, as in authorization rules. */
  readonly verb: string
  readonly path: string
}

export type RequestInfo = ResourceRequest | PathRequest

/** Subresources of a namespace; any other segment is a resource within it. */
const namespaceSubresources = new Set(['status', 'finalize'])

export function readRequestInfo(method: string, path: string, query: URLSearchParams): RequestInfo {
  const other: PathRequest = { isResource: false, verb: method.toLowerCase(), path }
  const segments = segmentsOf(path)
  const rest = skipPrefix(segments)
  if (rest === undefined) return other
  const { group, version, isWatchPath } = rest
  const target = readTarget(rest.segments)
  if (target === undefined) return other
  const verb = verbOf(method, target.name, isWatchPath, isWatch(query))
  const name = target.name === '' ? nameInSelector(verb, query) : target.name
  return { isResource: true, verb, group, version, ...target, name }
}

function skipPrefix(segments: readonly string[]) {
  const size = segments[0] === 'api' ? 2 : segments[0] === 'apis' ? 3 : 0
  if (size === 0 || segments.length <= size) return undefined
  const isWatchPath = segments[size] === 'watch'
  const rest = segments.slice(isWatchPath ? size + 1 : size)
  return { group: size === 2 ? '' : segments[1]!, version: segments[size - 1]!, segments: rest, isWatchPath }
}

function readTarget(segments: readonly string[]) {
  if (segments.length === 0) return undefined
  const isInNamespace = segments[0] === 'namespaces' && segments.length > 2 && !namespaceSubresources.has(segments[2]!)
  const [resource, name = '', subresource = '', ...subpath] = isInNamespace ? segments.slice(2) : segments
  const isNamespace = segments[0] === 'namespaces' && !isInNamespace
  const namespace = isInNamespace ? segments[1]! : isNamespace ? name : ''
  return { namespace, resource: resource!, name, subresource, subpath: subpath.join('/') }
}

function verbOf(method: string, name: string, isWatchPath: boolean, watches: boolean): Verb | '' {
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (isWatchPath || (watches && name === '')) return 'watch'
      return name === '' ? 'list' : 'get'
    case 'POST':
      return 'create'
    case 'PUT':
      return 'update'
    case 'PATCH':
      return 'patch'
    case 'DELETE':
      return name === '' ? 'deletecollection' : 'delete'
    default:
      return ''
  }
}

/** `watch`, `watch=1`, `watch=true` and any other value except `false` and `0`. */
function isWatch(query: URLSearchParams): boolean {
  const value = query.get('watch')
  return value !== null && value !== 'false' && value !== '0'
}

/**
 * The name in a field selector, so that RBAC rules with resource names also apply to a list or watch of one name. They
 * never apply to a deletecollection.
 */
function nameInSelector(verb: string, query: URLSearchParams): string {
  if (verb !== 'list' && verb !== 'watch') return ''
  const name = /(?:^|,)metadata\.name==?([^,]+)(?:,|$)/.exec(query.get('fieldSelector') ?? '')?.[1] ?? ''
  return name === '.' || name === '..' || /[/%]/.test(name) ? '' : name
}

/** Percent-encoded slashes also separate segments. */
function segmentsOf(path: string): readonly string[] {
  const decoded = decodePath(path)
  let [start, end] = [0, decoded.length]
  while (start < end && decoded[start] === '/') start++
  while (end > start && decoded[end - 1] === '/') end--
  return start === end ? [] : decoded.slice(start, end).split('/')
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
