/** What a schema says about merging a field. */

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
  /** Whether the field is merged with what is there, or takes its place. */
  readonly strategy: 'merge' | 'replace' | undefined
  /** What tells the items of a list apart; empty for lists of plain values. */
  readonly key: string
  /** The rule for something below: a field, or a field of an item. */
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

/** Fields of a list are those of its items: a patch names the field, then goes through the list. */
function fieldOf(
  schema: MergeSchema,
  name: string,
  resolve: (schema: MergeSchema) => MergeSchema,
): MergeSchema | undefined {
  const target = schema.items === undefined ? schema : resolve(schema.items)
  return Object.hasOwn(target.properties ?? {}, name) ? target.properties![name] : target.additionalProperties
}
