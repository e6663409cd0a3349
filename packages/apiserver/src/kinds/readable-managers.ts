/** Guards against mutations that leave the managed fields of an object in an invalid state. */
import type { DraftManager } from '../object/draft.ts'
import type { Attributes } from './admission.ts'

/** Restores the managed fields from before admission, with a warning, if they are invalid afterwards. */
export function keepReadableManagers(attributes: Attributes, before: DraftManager[] | undefined): void {
  const metadata = attributes.object?.metadata
  if (metadata === undefined || metadata.managedFields === before) return
  const problem = problemOf(metadata.managedFields ?? [])
  if (problem === undefined) return
  if (before === undefined) delete metadata.managedFields
  else metadata.managedFields = before
  attributes.warn(
    `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${problem}`,
  )
}

function problemOf(entries: readonly DraftManager[]): string | undefined {
  for (const [at, { operation, apiVersion = '', fieldsType = '' }] of entries.entries()) {
    if (operation !== 'Apply' && operation !== 'Update') return 'operation must be `Apply` or `Update`'
    if (apiVersion === '') return 'apiVersion must not be empty'
    if (fieldsType === '') return `missing fieldsType in managed fields entry ${at}`
    if (fieldsType !== 'FieldsV1')
      return `invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${at}`
  }
  return undefined
}
