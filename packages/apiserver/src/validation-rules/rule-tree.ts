/** The compiled rules of a schema, in a tree with the shape of the values they validate. */
import type { StructuralSchema, ValidationRule } from '@kubewright/resource/schema'
import { declaredType, withObjectMeta } from '@kubewright/cel/kubernetes'
import { type CompiledRule, compileRules, rulesAt } from './compiled-rule.ts'

export interface RuleTree {
  /** The schema of the values at this node. */
  readonly schema: StructuralSchema
  readonly rules: readonly CompiledRule[]
  readonly items: RuleTree | undefined
  readonly properties: ReadonlyMap<string, RuleTree>
  readonly additionalProperties: RuleTree | undefined
}

/**
 * `undefined` if the schema has no rules.
 *
 * @param isRoot whether it is the schema of whole objects, which have metadata
 */
export function compileRuleTree(schema: StructuralSchema, isRoot = true): RuleTree | undefined {
  return treeOf(schema, isRoot)
}

/** @param isRoot whether it is an object or an embedded object, which have metadata */
function treeOf(schema: StructuralSchema, isRoot: boolean): RuleTree | undefined {
  const { items, additionalProperties: values } = schema
  const tree: RuleTree = {
    schema: isRoot ? withObjectMeta(schema) : schema,
    rules: compiledAt(schema, isRoot),
    items: items && partOf(items),
    properties: propertyTrees(schema),
    additionalProperties: typeof values === 'object' ? partOf(values) : undefined,
  }
  const isEmpty =
    tree.rules.length === 0 &&
    tree.items === undefined &&
    tree.properties.size === 0 &&
    tree.additionalProperties === undefined
  return isEmpty ? undefined : tree
}

function partOf(schema: StructuralSchema): RuleTree | undefined {
  return treeOf(schema, schema['x-kubernetes-embedded-resource'] === true)
}

function compiledAt(schema: StructuralSchema, isRoot: boolean): readonly CompiledRule[] {
  const rules = rulesAt(schema)
  const type = rules.length === 0 ? undefined : declaredType(schema, isRoot)
  return type === undefined ? [] : compileRules(rules, type)
}

function propertyTrees({ properties = {} }: StructuralSchema): ReadonlyMap<string, RuleTree> {
  const trees = new Map<string, RuleTree>()
  for (const [name, property] of Object.entries(properties)) {
    const tree = partOf(property)
    if (tree !== undefined) trees.set(name, tree)
  }
  return trees
}

/** The message of the rule, or the rule itself if it has none. */
export function nameOfRule({ message = '', rule }: ValidationRule): string {
  return message === '' ? rule.trim() : message.trim()
}
