/** Names stored in clusters. They must never change. */

/** On a pod: `false` disables all injection by this package. */
export const injectLabel = 'sidecar.kubewright.dev/inject'

/** On a pod, followed by a container's name: the object that added the container, and a digest of the settings that shape it. */
const annotationPrefix = 'sidecar.kubewright.dev/'

/** The key of the pod annotation that records which object injected the container, and a digest of its settings. */
export function injectionAnnotation(container: string): string {
  return `${annotationPrefix}${container}`
}
