/** Which forms requests and answers have, as documents list them. */
const written = ['application/json', 'application/yaml'] as const
const patches = ['application/json-patch+json', 'application/merge-patch+json'] as const

interface MediaTypes {
  /** Of requests that carry an object, or nothing. */
  readonly consumes: readonly string[]
  readonly patches: readonly string[]
  readonly produces: readonly string[]
  /** Of lists, which may be watched. */
  readonly lists: readonly string[]
}

export const discoveryTypes: readonly string[] = [...written, 'application/vnd.kubernetes.protobuf']

export const builtInTypes: MediaTypes = {
  consumes: ['*/*'],
  patches: [...patches, 'application/strategic-merge-patch+json', 'application/apply-patch+yaml'],
  produces: discoveryTypes,
  lists: [...discoveryTypes, 'application/json;stream=watch', 'application/vnd.kubernetes.protobuf;stream=watch'],
}

export const customTypes: MediaTypes = {
  consumes: written,
  patches: [...patches, 'application/apply-patch+yaml'],
  produces: written,
  lists: written,
}
