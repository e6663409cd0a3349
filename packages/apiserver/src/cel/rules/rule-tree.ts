/** The rules of a whole schema, compiled once and arranged like the values they will judge. */
import type { StructuralSchema, ValidationRule } from '@kubewright/resource/schema'
import { declaredType, withObjectMeta } from '../schema/declared-type.ts'
import { type CompiledRule, compileRules, rulesAt } from './compiled-rule.ts'

export interface RuleTree {
  /** The schema of the values here. */
  readonly schema: StructuralSchema
  readonly rules: readonly CompiledRule[]
  readonly items: RuleTree | undefined
  readonly properties: ReadonlyMap<string, RuleTree>
  readonly additionalProperties: RuleTree | undefined
}

/**
 * `undefined` when the schema has no rules, so that there is nothing to run.
 *
 * @param isRoot whether it is the schema of whole objects, which have metadata
 */
export function compileRuleTree(schema: StructuralSchema, isRoot = true): RuleTree | undefined {
  return treeOf(schema, isRoot)
}

/** @param isRoot of an object, or of one embedded in it: such have metadata */
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

/** The rule or its message, whichever says more to a reader. */
export function nameOfRule({ message = '', rule }: ValidationRule): string {
  return message === '' ? rule.trim() : message.trim()
}
