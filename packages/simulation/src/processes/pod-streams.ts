/** Access to containers that run as processes, for `kubectl exec`, `attach` and `port-forward`. */
import type { PodStreams } from '@kubewright/core/containers'

/** For containers that are not processes. */
export const noStreams: PodStreams = {
  exec: ({ container }) => Promise.reject(seeming(`the container ${JSON.stringify(container)}`)),
  attach: ({ container }) => Promise.reject(seeming(`the container ${JSON.stringify(container)}`)),
  forward: ({ namespace, name }) => Promise.reject(seeming(`the pod ${namespace}/${name}`)),
}

/** The error for a simulated container. */
export function seeming(what: string): Error {
  return new Error(`${what} is simulated, or is not running: map its image to a program of this machine`)
}
