// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { EventSource, ObjectReference } from '../core/v1.ts'
import { MicroTime, ObjectMeta, Time } from '../meta/v1.ts'

export const EventSeries: StructuralSchema = {
  type: 'object',
  required: ['count', 'lastObservedTime'],
  properties: { count: { type: 'integer', format: 'int32' }, lastObservedTime: MicroTime },
}

export const Event: StructuralSchema = {
  type: 'object',
  required: ['eventTime'],
  properties: {
    action: { type: 'string' },
    apiVersion: { type: 'string' },
    deprecatedCount: { type: 'integer', format: 'int32' },
    deprecatedFirstTimestamp: Time,
    deprecatedLastTimestamp: Time,
    deprecatedSource: EventSource,
    eventTime: MicroTime,
    kind: { type: 'string' },
    metadata: ObjectMeta,
    note: { type: 'string' },
    reason: { type: 'string' },
    regarding: ObjectReference,
    related: ObjectReference,
    reportingController: { type: 'string' },
    reportingInstance: { type: 'string' },
    series: EventSeries,
    type: { type: 'string' },
  },
}
