/** The URL path of a resource. */
import type { ResourceName } from '../error/operation.ts'

export interface ResourcePlace {
  readonly namespace?: string | undefined
  /** Absent for the collection. */
  readonly name?: string | undefined
  readonly subresource?: string | undefined
}

/** The path of a collection, an object, or one of its subresources. All parts must have been validated by `locate`. */
export function resourcePath(
  resource: Pick<ResourceName, 'group' | 'version' | 'plural'>,
  place: ResourcePlace,
): string {
  const { group, version, plural } = resource
  const root = group === '' ? `/api/${encode(version)}` : `/apis/${encode(group)}/${encode(version)}`
  const { namespace, name, subresource } = place
  const inNamespace = namespace === undefined ? '' : `/namespaces/${encode(namespace)}`
  const ofObject = name === undefined ? '' : `/${encode(name)}`
  const ofPart = subresource === undefined ? '' : `/${subresource.split('/').map(encode).join('/')}`
  return `${root}${inNamespace}/${encode(plural)}${ofObject}${ofPart}`
}

/** Most names need no encoding; RBAC names such as `system:node` do. */
function encode(segment: string): string {
  return /^[\w.-]+$/.test(segment) ? segment : encodeURIComponent(segment)
}
