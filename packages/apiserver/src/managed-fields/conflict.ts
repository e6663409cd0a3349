/** Apply conflicts over fields of other managers. */
import { type StatusCause, StatusError } from '../status/status.ts'
import { firstThatFit } from '../status/response-limit.ts'
import type { Managers, Ownership } from './managers.ts'
import type { Conflicts } from './ownership-change.ts'
import { formatPath } from './path-element.ts'

/** Thrown by an apply that conflicts with other managers. */
export class FieldConflict extends Error {
  override readonly name = 'FieldConflict'
  readonly conflicts: Conflicts
  readonly managers: Managers

  constructor(conflicts: Conflicts, managers: Managers) {
    super('others hold the fields')
    this.conflicts = conflicts
    this.managers = managers
  }
}

export function conflictError(conflicts: Conflicts, managers: Managers): StatusError {
  const all = [...conflicts]
    .sort(([left], [right]) => compareText(describe(managers.get(left)!), describe(managers.get(right)!)))
    .flatMap(([id, fields]) => [...fields.paths()].map((path) => ({ id, path })))
  const causes = firstThatFit(all, ({ path }) => path.reduce((sum, { length }) => sum + length, 0)).map(
    ({ id, path }) => causeOf(managers.get(id)!, formatPath(path)),
  )
  return new StatusError(409, 'Conflict', messageOf(causes, all.length), { causes })
}

function causeOf(holder: Ownership, field: string): StatusCause {
  return { reason: 'FieldManagerConflict', message: `conflict with ${describe(holder)}`, field }
}

function describe({ manager, operation, subresource, apiVersion }: Ownership): string {
  const through = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`
  return `${JSON.stringify(manager)}${through}${operation === 'Update' ? ` using ${apiVersion}` : ''}`
}

function messageOf(causes: readonly StatusCause[], count: number): string {
  if (count === 1) {
    return `Apply failed with 1 conflict: ${causes[0]!.message}: ${causes[0]!.field}`
  }
  const byHolder = new Map<string, string[]>()
  for (const { message, field } of causes) {
    const holder = message!.replace('conflict with', 'conflicts with')
    const fields = byHolder.get(holder)
    if (fields === undefined) byHolder.set(holder, [field!])
    else fields.push(field!)
  }
  const parts = [...byHolder].map(([holder, fields]) => `${holder}:\n${fields.map((field) => `- ${field}`).join('\n')}`)
  if (causes.length < count) parts.push(`and ${count - causes.length} more`)
  return `Apply failed with ${count} conflicts: ${parts.join('\n')}`
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
