/** The namespace of a write, as expressions see it. */
import { type Draft, draftOf } from '../../object/draft.ts'
import { notFound } from '../../status/failures.ts'
import type { Attributes } from '../../kinds/admission.ts'
import type { MatchDependencies } from './dependencies.ts'

const shownMeta = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'finalizers',
] as const

/** `null` for cluster-scoped objects, namespaces included. Failure: a 404. */
export function namespaceObjectOf({ kind, namespace }: Attributes, { collection }: MatchDependencies): Draft | null {
  if (namespace === '' || (kind.group === '' && kind.plural === 'namespaces')) return null
  const stored = collection('', 'namespaces').read(namespace)
  if (stored === undefined) throw notFound({ group: '', resource: 'namespaces' }, namespace)
  const { metadata, spec, status } = draftOf(stored.object.text)
  const shown = Object.fromEntries(shownMeta.flatMap((field) => (field in metadata ? [[field, metadata[field]]] : [])))
  return { metadata: shown, spec, status } as unknown as Draft
}
