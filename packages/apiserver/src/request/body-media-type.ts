/** The media types of request bodies. */
import { unsupportedMediaType } from '../status/failures.ts'
import { builtInMediaTypes } from './negotiation.ts'

/** The media type of an apply, also for JSON. */
export const applyType = 'application/apply-patch+yaml'

/** The patch media types of custom resources. */
export const customPatchTypes: readonly string[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  applyType,
]

/** The media type of a patch. It is case-sensitive, as in kube-apiserver. */
export function patchTypeOf(contentType = ''): string {
  const at = contentType.indexOf(';')
  return at > 0 ? contentType.slice(0, at) : contentType
}

/** The media type of a body. Defaults to JSON. Failure: 415 if it is not accepted. */
export function acceptMediaType(contentType: string | undefined, accepted: readonly string[]): string {
  const mediaType = (contentType || 'application/json').split(';')[0]!.trim().toLowerCase()
  if (!accepted.includes(mediaType)) throw unsupportedMediaType(builtInMediaTypes)
  return mediaType
}
