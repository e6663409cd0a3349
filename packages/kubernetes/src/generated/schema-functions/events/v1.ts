// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type { EventInput, EventSeries } from '../../events/v1.ts'
import * as schemas from '../../structural/events/v1.ts'

export const event = (): StructuralType<EventInput> => structural(schemas.Event)

export const eventSeries = (): StructuralType<EventSeries> => structural(schemas.EventSeries)
