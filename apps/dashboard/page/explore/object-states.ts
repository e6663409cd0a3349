/** The objects of a story after one of its moments. Pure. */
import type { StoryObject, StorySequence } from '@kubewright/dashboard/exploration'

export interface ObjectState {
  readonly name: string
  /** `undefined` if unknown. A deleted object is listed only at the moment of its deletion. */
  readonly state: string | null | undefined
  readonly news: 'made' | 'changed' | 'gone' | undefined
  /** The state before this moment, if the moment changed it. */
  readonly before?: string | null | undefined
}

export function statesAt({ before, moments }: StorySequence, at: number): readonly ObjectState[] {
  const known = new Map<string, StoryObject>(before.map((one) => [one.name, one]))
  for (const moment of moments.slice(0, at)) for (const one of moment.objects ?? []) known.set(one.name, one)
  const changed = new Map((moments[at]?.objects ?? []).map((one) => [one.name, one]))
  const names = new Set([...changed.keys(), ...known.keys()])
  return [...names].flatMap((name): readonly ObjectState[] => {
    const [old, now] = [known.get(name), changed.get(name)]
    if (now === undefined) return old?.state === null ? [] : [{ name, state: old?.state, news: undefined }]
    return [{ name, state: now.state, news: newsOf(old, now), before: old?.state }]
  })
}

function newsOf(old: StoryObject | undefined, now: StoryObject): ObjectState['news'] {
  if (now.state === null) return 'gone'
  return old === undefined || old.state === null ? 'made' : 'changed'
}
