import type { Condition } from '../object/condition.ts'
import { diffJson } from './json-diff.ts'
import { applyJsonPatch } from './json-patch.ts'
import type { JsonPatch } from './json-patch-operation.ts'
import type { KubeObject } from '../object/object-meta.ts'

declare const object: KubeObject
declare const conditions: readonly Condition[]

// Objects of declared types are documents too.
diffJson(object, object)
diffJson({ conditions }, { conditions: [] })
applyJsonPatch(object, [{ op: 'remove', path: '/metadata/labels' }])

// @ts-expect-error an operation that needs a value
export const missingValue: JsonPatch = [{ op: 'add', path: '/a' }]

// @ts-expect-error an operation that needs a source
export const missingFrom: JsonPatch = [{ op: 'move', path: '/a' }]

// @ts-expect-error undefined is no document
diffJson(undefined, {})
