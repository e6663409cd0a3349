/** One version of a custom kind: what its definition says of it, ready to be asked often. */
import type { JsonObject, JsonValue } from '@kubewright/core'
import {
  coerceEmbedded,
  dropNulls,
  fillDefaults,
  formatProblem,
  prune,
  type StructuralSchema,
} from '@kubewright/resource/schema'
import { compileRuleTree, type RuleTree } from '../../cel/rules/rule-tree.ts'
import type { Draft } from '../../object/draft.ts'
import { told } from '../../status/told.ts'
import type { DefinitionVersion, ScalePaths } from '../definition/definition.ts'

/** What pruning left, and what it took. */
export interface Settled {
  readonly object: Draft
  /** `spec.foo`, sorted. */
  readonly unknownFields: readonly string[]
  /** Why an object inside the object is none, in the server's words. */
  readonly problem: string | undefined
}

export class CustomVersion {
  readonly name: string
  readonly apiVersion: string
  readonly schema: StructuralSchema
  readonly hasStatus: boolean
  readonly scale: ScalePaths | undefined
  #rules: { readonly tree: RuleTree | undefined } | undefined

  constructor(group: string, version: DefinitionVersion) {
    this.name = version.name ?? ''
    this.apiVersion = `${group}/${this.name}`
    this.schema = version.schema?.openAPIV3Schema ?? {}
    this.hasStatus = version.subresources?.status !== undefined
    this.scale = version.subresources?.scale
  }

  /** Compiled when the first object is checked. */
  get rules(): RuleTree | undefined {
    this.#rules ??= { tree: compileRuleTree(this.schema) }
    return this.#rules.tree
  }

  /** Without what the schema does not know, and without nulls it neither allows nor replaces. Metadata is left alone. */
  settle(draft: Draft): Settled {
    const unknownFields: string[] = []
    const onUnknown = (path: string) => unknownFields.push(path)
    const pruned = prune(draft as JsonValue, this.schema, { isResource: true, onUnknown })
    const { value, problem, unknownFields: strangers } = coerceEmbedded(dropNulls(pruned, this.schema), this.schema)
    return {
      object: value as Draft,
      unknownFields: [unknownFields, strangers].flatMap((paths) => told(paths, ({ length }) => length).toSorted()),
      problem: problem && formatProblem(problem),
    }
  }

  fill(draft: Draft): Draft {
    return fillDefaults(draft as JsonValue, this.schema) as JsonObject as Draft
  }
}
