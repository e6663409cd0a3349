/** Pods of a stateful set are known by their number. Pure. */
import type { Pod, StatefulSet } from '@kubewright/kubernetes'

/** The number in `web-3`, if the pod is one of the set by its name. */
export function ordinalOf({ metadata: { name } }: Pod, set: StatefulSet): number | undefined {
  const prefix = `${set.metadata.name}-`
  const number = name.startsWith(prefix) ? name.slice(prefix.length) : ''
  return /^(0|[1-9]\d*)$/.test(number) ? Number(number) : undefined
}

/** Those the set is to have, in order. */
export function wantedOrdinals({ spec: { replicas = 1, ordinals } }: StatefulSet): readonly number[] {
  const start = ordinals?.start ?? 0
  return Array.from({ length: replicas }, (_, place) => start + place)
}
