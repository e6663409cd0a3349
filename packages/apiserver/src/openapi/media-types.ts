/** The media types of requests and responses in documents. */
const written = ['application/json', 'application/yaml'] as const
const patches = ['application/json-patch+json', 'application/merge-patch+json'] as const

interface MediaTypes {
  /** For requests with an object as body, or without a body. */
  readonly consumes: readonly string[]
  readonly patches: readonly string[]
  readonly produces: readonly string[]
  /** For lists, which may also be watched. */
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
