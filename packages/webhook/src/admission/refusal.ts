/** The Status of a rejected write, in the form the API server uses for schema violations. */
import { failure, type ReviewStatus } from '../review/review-status.ts'
import { formatFinding, type Problem } from '../finding.ts'
import type { AdmissionRequest } from './admission-review.ts'

/** @param problems at least one */
export function refusal(request: AdmissionRequest, problems: readonly Problem[]): ReviewStatus {
  const { operation, kind, resource } = request
  const name = nameOf(request)
  const causes = problems.map(({ path, message }) => ({ reason: 'FieldValueInvalid', message, field: path }))
  const texts = problems.map(formatFinding)
  const why = texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`
  const details = { ...(name === '' ? {} : { name }), group: kind.group, kind: kind.kind, causes }
  const dotted = (one: string) => (kind.group === '' ? one : `${one}.${kind.group}`)
  // A rejected delete is forbidden, not invalid.
  return operation === 'DELETE'
    ? failure(403, `${dotted(resource.resource)} ${JSON.stringify(name)} is forbidden: ${why}`, details)
    : failure(422, `${dotted(kind.kind)} ${JSON.stringify(name)} is invalid: ${why}`, details)
}

/** Without a name, the prefix in `generateName` is used. */
function nameOf({ name, object }: AdmissionRequest): string {
  if (name !== '') return name
  const metadata = object?.['metadata'] as { readonly name?: string; readonly generateName?: string } | undefined
  return metadata?.name ?? metadata?.generateName ?? ''
}
