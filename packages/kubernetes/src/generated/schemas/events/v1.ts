// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'events/v1.Event': {
    type: 'object',
    required: ['eventTime'],
    properties: {
      action: { type: 'string' },
      apiVersion: { type: 'string' },
      deprecatedCount: { type: 'integer', format: 'int32' },
      deprecatedFirstTimestamp: { $ref: 'meta/v1.Time' },
      deprecatedLastTimestamp: { $ref: 'meta/v1.Time' },
      deprecatedSource: { $ref: 'core/v1.EventSource', default: {} },
      eventTime: { $ref: 'meta/v1.MicroTime' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      note: { type: 'string' },
      reason: { type: 'string' },
      regarding: { $ref: 'core/v1.ObjectReference', default: {} },
      related: { $ref: 'core/v1.ObjectReference' },
      reportingController: { type: 'string' },
      reportingInstance: { type: 'string' },
      series: { $ref: 'events/v1.EventSeries' },
      type: { type: 'string' },
    },
  },
  'events/v1.EventSeries': {
    type: 'object',
    required: ['count', 'lastObservedTime'],
    properties: {
      count: { type: 'integer', format: 'int32', default: 0 },
      lastObservedTime: { $ref: 'meta/v1.MicroTime' },
    },
  },
}
