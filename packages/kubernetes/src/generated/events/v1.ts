// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { EventSource, ObjectReference } from '../core/v1.ts'
import type { MicroTime, Time } from '../meta/v1.ts'

/** `events`, `ev` in `events.k8s.io/v1`, namespaced. */
export const Event: BuiltIn<Event, EventInput, never> = /*#__PURE__*/ builtIn({
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  scope: 'Namespaced',
  shortNames: ['ev'],
})

export interface Event {
  readonly apiVersion: 'events.k8s.io/v1'
  readonly kind: 'Event'
  readonly metadata: ObjectMeta
  readonly action?: string | undefined
  readonly deprecatedCount?: number | undefined
  readonly deprecatedFirstTimestamp?: Time | null | undefined
  readonly deprecatedLastTimestamp?: Time | null | undefined
  readonly deprecatedSource?: EventSource | undefined
  readonly eventTime: MicroTime
  readonly note?: string | undefined
  readonly reason?: string | undefined
  readonly regarding?: ObjectReference | undefined
  readonly related?: ObjectReference | undefined
  readonly reportingController?: string | undefined
  readonly reportingInstance?: string | undefined
  readonly series?: EventSeries | undefined
  readonly type?: string | undefined
}

export interface EventInput {
  readonly apiVersion?: 'events.k8s.io/v1' | undefined
  readonly kind?: 'Event' | undefined
  readonly metadata: AuthoredMeta
  readonly action?: string | undefined
  readonly deprecatedCount?: number | undefined
  readonly deprecatedFirstTimestamp?: Time | null | undefined
  readonly deprecatedLastTimestamp?: Time | null | undefined
  readonly deprecatedSource?: EventSource | undefined
  readonly eventTime: MicroTime
  readonly note?: string | undefined
  readonly reason?: string | undefined
  readonly regarding?: ObjectReference | undefined
  readonly related?: ObjectReference | undefined
  readonly reportingController?: string | undefined
  readonly reportingInstance?: string | undefined
  readonly series?: EventSeries | undefined
  readonly type?: string | undefined
}

export interface EventSeries {
  readonly count: number
  readonly lastObservedTime: MicroTime
}
