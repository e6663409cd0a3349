/** The merge strategy that a schema declares for a field. */

/** The part of a schema that strategic merge depends on. */
export interface MergeSchema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, MergeSchema>>
  readonly additionalProperties?: MergeSchema
  readonly items?: MergeSchema
  readonly 'x-kubernetes-patch-strategy'?: string
  readonly 'x-kubernetes-patch-merge-key'?: string
}

export interface MergeRule {
  /** Whether the field is merged with the current value or replaces it. */
  readonly strategy: 'merge' | 'replace' | undefined
  /** The merge key of a list's items; empty for lists of scalars. */
  readonly key: string
  /** The rule of a child: a field, or a field of a list item. */
  below(name: string): MergeRule
}

export function mergeRule(schema: MergeSchema | undefined, resolve: (schema: MergeSchema) => MergeSchema): MergeRule {
  const known = schema === undefined ? {} : resolve(schema)
  const strategies = (known['x-kubernetes-patch-strategy'] ?? '').split(',')
  return {
    strategy: strategies.includes('merge') ? 'merge' : strategies.includes('replace') ? 'replace' : undefined,
    key: known['x-kubernetes-patch-merge-key'] ?? '',
    below: (name) => mergeRule(fieldOf(known, name, resolve), resolve),
  }
}

/** A list has the fields of its items: a patch path names the field and goes through the list implicitly. */
function fieldOf(
  schema: MergeSchema,
  name: string,
  resolve: (schema: MergeSchema) => MergeSchema,
): MergeSchema | undefined {
  const target = schema.items === undefined ? schema : resolve(schema.items)
  return Object.hasOwn(target.properties ?? {}, name) ? target.properties![name] : target.additionalProperties
}
