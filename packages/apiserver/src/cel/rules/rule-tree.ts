/** The rules of a whole schema, compiled once and arranged like the values they will judge. */
import type { StructuralSchema, ValidationRule } from '@kubewright/resource/schema'
import { type DeclaredType, declaredType, withObjectMeta } from '../schema/declared-type.ts'
import { escapeName } from '../schema/escape.ts'
import { type CompiledRule, compileRules, rulesAt } from './compiled-rule.ts'

export interface RuleTree {
  /** The schema of the values here. */
  readonly schema: StructuralSchema
  readonly rules: readonly CompiledRule[]
  readonly items: RuleTree | undefined
  readonly properties: ReadonlyMap<string, RuleTree>
  readonly additionalProperties: RuleTree | undefined
  /** Rules of `allOf`, which judge the same value. */
  readonly allOf: readonly RuleTree[]
}

/** `undefined` when the schema has no rules, so that there is nothing to run. */
export function compileRuleTree(schema: StructuralSchema): RuleTree | undefined {
  return treeOf(schema, { schema, isRoot: true, type: declaredType(schema, true) })
}

/** A place in the schema, which a part of `allOf` may speak about, too. */
interface Place {
  readonly schema: StructuralSchema
  readonly isRoot: boolean
  readonly type: DeclaredType | undefined
}

/** @param written where the rules are written: the schema of the place, or a part of its `allOf` */
function treeOf(written: StructuralSchema, place: Place): RuleTree | undefined {
  const { schema, isRoot, type } = place
  const tree: RuleTree = {
    schema: isRoot ? withObjectMeta(schema) : schema,
    rules: type === undefined ? [] : compileRules(rulesAt(written), type),
    items: written.items && schema.items && treeOf(written.items, placeOf(schema.items, type?.element)),
    properties: propertyTrees(written, place),
    additionalProperties: valuesTree(written, place),
    allOf: (written.allOf ?? []).flatMap((part) => treeOf(part as StructuralSchema, place) ?? []),
  }
  const isEmpty =
    tree.rules.length === 0 &&
    tree.items === undefined &&
    tree.properties.size === 0 &&
    tree.additionalProperties === undefined &&
    tree.allOf.length === 0
  return isEmpty ? undefined : tree
}

function propertyTrees(written: StructuralSchema, { schema, type }: Place): ReadonlyMap<string, RuleTree> {
  const trees = new Map<string, RuleTree>()
  for (const [name, property] of Object.entries(written.properties ?? {})) {
    const declared = schema.properties?.[name]
    if (declared === undefined) continue
    const escaped = escapeName(name)
    const place = placeOf(declared, escaped === undefined ? undefined : type?.fields?.get(escaped))
    const tree = treeOf(property, place)
    if (tree !== undefined) trees.set(name, tree)
  }
  return trees
}

function valuesTree(written: StructuralSchema, { schema, type }: Place): RuleTree | undefined {
  const [ours, declared] = [written.additionalProperties, schema.additionalProperties]
  if (typeof ours !== 'object' || typeof declared !== 'object') return undefined
  return treeOf(ours, placeOf(declared, type?.element))
}

function placeOf(schema: StructuralSchema, known: DeclaredType | undefined): Place {
  const isRoot = schema['x-kubernetes-embedded-resource'] === true
  return { schema, isRoot, type: known ?? declaredType(schema, isRoot) }
}

/** The rule or its message, whichever says more to a reader. */
export function nameOfRule({ message = '', rule }: ValidationRule): string {
  return message === '' ? rule.trim() : message.trim()
}
