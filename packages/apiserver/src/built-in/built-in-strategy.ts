/** How built-in kinds are written: what they have in common, with what is particular to one laid over it. */
import { deepEqual, nameProblems } from '@kubewright/core'
import type { Strategy } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { KindBehavior } from './kind-behavior.ts'
import type { BuiltInRules } from './kind-rules.ts'

export interface BuiltInScope {
  readonly rules: BuiltInRules
  readonly behavior: KindBehavior
  readonly hasStatus: boolean
}

export function builtInStrategy({ rules, behavior, hasStatus }: BuiltInScope): Strategy {
  return {
    ...sharedRules(rules),
    resetFields: hasStatus ? ['status'] : [],
    ...(behavior.warnings ? { warnings: behavior.warnings } : {}),
    ...(behavior.graceSeconds ? { graceSeconds: behavior.graceSeconds } : {}),
    prepareForCreate(object) {
      if (hasStatus) object['status'] = {}
      if (rules.countsGeneration) object.metadata.generation = 1
      else delete object.metadata.generation
      behavior.prepareForCreate?.(object)
      behavior.fill?.(object)
    },
    prepareForUpdate(object, old) {
      if (hasStatus) keepField(object, old, 'status')
      behavior.prepareForUpdate?.(object, old)
      behavior.fill?.(object)
      if (rules.countsGeneration) countGeneration(object, old, behavior.wantedFields ?? ['spec'])
    },
    validate: (object) => behavior.validate?.(object) ?? [],
    validateUpdate: (object, old) => [
      ...(behavior.validateUpdate?.(object, old) ?? []),
      ...(behavior.validate?.(object) ?? []),
    ],
  }
}

/** Writing the status: everything else stays as it is, but for labels and annotations. */
export function statusStrategy({ rules, behavior }: BuiltInScope): Strategy {
  return {
    ...sharedRules(rules),
    resetFields: ['spec'],
    prepareForCreate: () => undefined,
    prepareForUpdate(object, old) {
      const status = object['status']
      for (const field of Object.keys(object)) if (!kept.has(field)) delete object[field]
      for (const [field, value] of Object.entries(old)) if (!kept.has(field)) object[field] = value
      if (status !== undefined) object['status'] = status
      else delete object['status']
    },
    validate: () => [],
    validateUpdate: (object, old) => behavior.validateStatusUpdate?.(object, old) ?? [],
  }
}

const kept: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata'])

function sharedRules(rules: BuiltInRules) {
  const { createsOnUpdate, updatesUnconditionally, returnsDeleted, defaultPropagation, isCollected, nameRule } = rules
  return {
    nameProblems: (name: string) => nameProblems(nameRule, name),
    createsOnUpdate,
    updatesUnconditionally,
    returnsDeleted,
    defaultPropagation,
    isCollected,
  }
}

function keepField(object: Draft, old: Draft, field: string): void {
  if (old[field] === undefined) delete object[field]
  else object[field] = old[field]
}

function countGeneration(object: Draft, old: Draft, fields: readonly string[]): void {
  const isChanged = fields.some((field) => !deepEqual(object[field], old[field]))
  object.metadata.generation = (old.metadata.generation ?? 0) + (isChanged ? 1 : 0)
}
