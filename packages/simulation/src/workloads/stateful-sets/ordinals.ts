/** The ordinals of a StatefulSet's pods. Pure. */
import type { Pod, StatefulSet } from '@kubewright/kubernetes'

/** The ordinal in `web-3`, if the name belongs to the set. */
export function ordinalOf({ metadata: { name } }: Pod, set: StatefulSet): number | undefined {
  const prefix = `${set.metadata.name}-`
  const number = name.startsWith(prefix) ? name.slice(prefix.length) : ''
  return /^(0|[1-9]\d*)$/.test(number) ? Number(number) : undefined
}

/** The desired ordinals, in order. */
export function wantedOrdinals({ spec: { replicas = 1, ordinals } }: StatefulSet): readonly number[] {
  const start = ordinals?.start ?? 0
  return Array.from({ length: replicas }, (_, place) => start + place)
}
