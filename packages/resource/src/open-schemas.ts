/** Values that the schema does not describe. */
import { z } from 'zod'

/**
 * Any JSON value, preserved as it is. Also terminates recursive types.
 *
 * @typeParam Value the TypeScript type; not validated
 */
export function preserveUnknown<Value = unknown>(): z.ZodType<Value, Value> {
  return z.unknown() as unknown as z.ZodType<Value, Value>
}

/** The zod schema that `embeddedObject` returns. */
export type EmbeddedObject = z.ZodObject<
  { apiVersion: z.ZodString; kind: z.ZodString; metadata: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>> },
  z.core.$loose
>

/**
 * A whole Kubernetes object of any kind, such as a template. The API server validates its kind and metadata and preserves the rest.
 *
 * @example
 * ```ts
 * embeddedObject().safeParse({ apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } }).success // => true
 * embeddedObject().safeParse({ kind: 'ConfigMap' }).success // => false
 * ```
 */
export function embeddedObject(): EmbeddedObject {
  return z
    .looseObject({
      apiVersion: z.string().min(1),
      kind: z.string().regex(/^[a-z](?:[-a-z0-9]*[a-z0-9])?$/i),
      metadata: z.record(z.string(), z.unknown()).optional(),
    })
    .meta({ 'x-kubernetes-embedded-resource': true })
}
