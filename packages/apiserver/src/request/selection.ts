/** The objects that a list or a watch selects by labels and fields. */
import { isKubewrightError } from '@kubewright/core'
import { compileFieldSelector, compileLabelSelector, parseFieldSelector } from '@kubewright/core/selectors'
import { type Draft, draftOf } from '../object/draft.ts'
import { badRequest } from '../status/failures.ts'
import type { Stored } from '../storage/version.ts'

/** The selectable fields of a kind. */
export interface SelectableKind {
  readonly isNamespaced: boolean
  /** Fields that a field selector may use besides name and namespace, and how to read their values. */
  readonly selectableFields: ReadonlyMap<string, (object: Draft) => string>
  /** The error for a field selector with any other field. */
  readonly unknownFieldLabel: (field: string) => string
}

export interface Selection {
  /** Whether there is no selector. */
  readonly isEverything: boolean
  /** The namespace, if the field selector names one. */
  readonly namespace: string | undefined
  matches(object: Stored): boolean
}

export function selectionOf(kind: SelectableKind, labelSelector: string, fieldSelector: string): Selection {
  const byLabels = labelSelector === '' ? undefined : compileLabels(labelSelector)
  const byFields = fieldSelector === '' ? undefined : compileFields(kind, fieldSelector)
  return {
    isEverything: byLabels === undefined && byFields === undefined,
    namespace: byFields?.namespace,
    matches: (object) => (byLabels?.(object.labels) ?? true) && (byFields?.matches(object) ?? true),
  }
}

function compileLabels(text: string) {
  try {
    return compileLabelSelector(text)
  } catch (error) {
    throw badRequest(wordsOf(error))
  }
}

function compileFields(kind: SelectableKind, text: string) {
  const known = new Map<string, (object: Draft) => string>([
    ['metadata.name', ({ metadata }) => metadata.name ?? ''],
    ...(kind.isNamespaced ? [['metadata.namespace', ({ metadata }: Draft) => metadata.namespace ?? ''] as const] : []),
    ...kind.selectableFields,
  ])
  const requirements = parseFields(text)
  for (const { field } of requirements) if (!known.has(field)) throw badRequest(kind.unknownFieldLabel(field))
  const compiled = compileFieldSelector(text)
  const namespace = requirements.find(
    ({ field, operator }) => field === 'metadata.namespace' && operator === '=',
  )?.value
  return {
    namespace: namespace === '' ? undefined : namespace,
    matches(object: Stored) {
      const draft = draftFor(object)
      return compiled((field) => known.get(field)?.(draft))
    },
  }
}

/** The last two parsed objects: all watches evaluate the same change one after the other, its old and its new state. */
let [latest, former]: { readonly object: Stored; readonly draft: Draft }[] = []

function draftFor(object: Stored): Draft {
  if (latest?.object === object) return latest.draft
  ;[latest, former] = [former?.object === object ? former : { object, draft: draftOf(object.text) }, latest]
  return latest!.draft
}

function parseFields(text: string) {
  try {
    return parseFieldSelector(text)
  } catch (error) {
    throw badRequest(wordsOf(error))
  }
}

/** The API server's message, which the parser in `core` keeps in the details. */
function wordsOf(error: unknown): string {
  if (!isKubewrightError(error)) throw error
  return String(error.details['message'])
}
