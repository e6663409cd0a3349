/** The transitions of an external resource, derived from its events. Pure. */
import type { EventEntry } from '@kubewright/dashboard/topics'
import { externalStates } from '../generated/external-states.ts'
import { isPlain, type PlainObject } from './plain-object.ts'

export interface Transition {
  readonly state: string
  readonly at: string
  readonly message: string
}

const marks: ReadonlySet<string> = new Set([
  'kubewright.dev/external-creation',
  'kubewright.dev/external-operation',
  'kubewright.dev/external-name',
])

/** Objects of an external controller carry its annotations. */
export function isExternal({ metadata: { annotations } }: PlainObject): boolean {
  return Object.keys(isPlain(annotations) ? annotations : {}).some((name) => marks.has(name))
}

/** Oldest first. Every transition is reported as an event with the state as its reason; failures have other reasons. */
export function transitionsOf(events: Iterable<EventEntry>): readonly Transition[] {
  const transitions = [...events].flatMap(({ type, reason, message, at }) => {
    if (externalStates.includes(reason)) return [{ state: reason, at, message }]
    return type === 'Warning' && reason !== 'ReconcileFailed' && reason !== 'Drifted'
      ? [{ state: 'Failed', at, message }]
      : []
  })
  return transitions.sort((one, two) => (one.at < two.at ? -1 : one.at > two.at ? 1 : 0))
}
