/** Several versions of a kind: their schemas, conversions, and a check of round trips. */
export type { ConvertedObject } from './custom-resource.ts'
export type {
  Convert,
  ConvertedPart,
  OlderSchemas,
  OlderVersion,
  StatusSchemaOf,
  VersionedPart,
  VersionSchemas,
} from './definition.ts'
export { checkRoundTrip, type Convertible, type RoundTripLoss } from './round-trip.ts'
