/** Facts that the published schemas do not contain and the generator needs. */

/** Definitions whose type exists in `@kubewright/core`, with its name there. */
export const coreTypes: Readonly<Record<string, string>> = {
  'meta/v1.Condition': 'Condition',
  'meta/v1.LabelSelector': 'LabelSelector',
  'meta/v1.LabelSelectorRequirement': 'LabelExpression',
  'meta/v1.ManagedFieldsEntry': 'ManagedFieldsEntry',
  'meta/v1.ObjectMeta': 'ObjectMeta',
  'meta/v1.OwnerReference': 'OwnerReference',
}

export interface Alias {
  readonly type: string
  readonly comment?: string
}

/** Definitions that are not objects, with their TypeScript types. */
export const aliases: Readonly<Record<string, Alias>> = {
  'meta/v1.Time': { type: 'string', comment: "RFC 3339, whole seconds, UTC: `'2026-01-31T12:00:00Z'`." },
  'meta/v1.MicroTime': {
    type: 'string',
    comment: "RFC 3339 with exactly six decimals, UTC: `'2026-01-31T12:00:00.000000Z'`. Servers refuse fewer.",
  },
  'meta/v1.Quantity': { type: 'string', comment: "An amount with its unit: `'500m'`, `'1.5'`, `'2Gi'`." },
  'meta/v1.IntOrString': {
    type: 'number | string',
    comment: "A whole number, or a text such as a port's name or `'25%'`.",
  },
  'meta/v1.RawExtension': { type: 'Readonly<Record<string, unknown>>', comment: 'Any JSON object.' },
  'apiextensions/v1.CustomResourceSubresourceStatus': { type: 'Readonly<Record<string, never>>' },
  'apiextensions/v1.JSON': { type: 'unknown', comment: 'Any JSON value.' },
  'apiextensions/v1.JSONSchemaPropsOrArray': { type: 'JSONSchemaProps | readonly JSONSchemaProps[]' },
  'apiextensions/v1.JSONSchemaPropsOrBool': { type: 'JSONSchemaProps | boolean' },
  'apiextensions/v1.JSONSchemaPropsOrStringArray': { type: 'JSONSchemaProps | readonly string[]' },
}

/** Definitions that keep unknown fields. Their schemas are empty, which alone would mean: no fields at all. */
export const freeForm: ReadonlySet<string> = new Set([
  'apiextensions/v1.JSON',
  'apiextensions/v1.JSONSchemaPropsOrArray',
  'apiextensions/v1.JSONSchemaPropsOrBool',
  'apiextensions/v1.JSONSchemaPropsOrStringArray',
  'meta/v1.FieldsV1',
  'meta/v1.Patch',
  'meta/v1.RawExtension',
])

/** Fields of kinds that can be written but are never returned. */
export const writeOnly: Readonly<Record<string, readonly string[]>> = { 'core/v1.Secret': ['stringData'] }

/**
 * Fields with a default of `''`, `0` or `false` that their Go type declares with `+default`. All other zero defaults in the
 * published schemas only reflect the server's encoding, and controller-gen omits them.
 */
export const explicitZeroDefaults: Readonly<Record<string, readonly string[]>> = {
  'autoscaling/v1.ScaleSpec': ['replicas'],
  'core/v1.AzureDiskVolumeSource': ['readOnly'],
  'core/v1.ConfigMapEnvSource': ['name'],
  'core/v1.ConfigMapKeySelector': ['name'],
  'core/v1.ConfigMapProjection': ['name'],
  'core/v1.ConfigMapVolumeSource': ['name'],
  'core/v1.FileKeySelector': ['optional'],
  'core/v1.GRPCAction': ['service'],
  'core/v1.LocalObjectReference': ['name'],
  'core/v1.ReplicationControllerSpec': ['minReadySeconds'],
  'core/v1.SecretEnvSource': ['name'],
  'core/v1.SecretKeySelector': ['name'],
  'core/v1.SecretProjection': ['name'],
}
