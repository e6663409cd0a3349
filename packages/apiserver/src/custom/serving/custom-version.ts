/** One version of a custom kind, with its schema and rules compiled. */
import type { JsonObject, JsonValue } from '@kubewright/core/json'
import {
  coerceEmbedded,
  dropNulls,
  fillDefaults,
  formatProblem,
  prune,
  type StructuralSchema,
} from '@kubewright/resource/schema'
import { compileRuleTree, type RuleTree } from '../../validation-rules/rule-tree.ts'
import type { Draft } from '../../object/draft.ts'
import { firstThatFit } from '../../status/response-limit.ts'
import type { DefinitionVersion, ScalePaths } from '../definition/definition.ts'

/** The result of pruning. */
export interface Settled {
  readonly object: Draft
  /** `spec.foo`, sorted. */
  readonly unknownFields: readonly string[]
  /** The reason why an embedded resource is invalid, in kube-apiserver's words. */
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

  /** Compiled with the first validation. */
  get rules(): RuleTree | undefined {
    this.#rules ??= { tree: compileRuleTree(this.schema) }
    return this.#rules.tree
  }

  /** Prunes unknown fields, and drops nulls that the schema neither allows nor defaults. Metadata is left alone. */
  settle(draft: Draft): Settled {
    const unknownFields: string[] = []
    const onUnknown = (path: string) => unknownFields.push(path)
    const pruned = prune(draft as JsonValue, this.schema, { isResource: true, onUnknown })
    const { value, problem, unknownFields: strangers } = coerceEmbedded(dropNulls(pruned, this.schema), this.schema)
    return {
      object: value as Draft,
      unknownFields: [unknownFields, strangers].flatMap((paths) =>
        firstThatFit(paths, ({ length }) => length).toSorted(),
      ),
      problem: problem && formatProblem(problem),
    }
  }

  fill(draft: Draft): Draft {
    return fillDefaults(draft as JsonValue, this.schema) as JsonObject as Draft
  }
}
