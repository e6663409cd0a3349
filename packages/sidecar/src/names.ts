/** Names that are stored in clusters. Never change them. */

/** On a pod: `false` keeps every admission of this package from adding anything. */
export const injectLabel = 'sidecar.kubewright.dev/inject'

/** On a pod, before the name of a container: which object added that container, and a digest of what decided its shape. */
const annotationPrefix = 'sidecar.kubewright.dev/'

export function injectionAnnotation(container: string): string {
  return `${annotationPrefix}${container}`
}
