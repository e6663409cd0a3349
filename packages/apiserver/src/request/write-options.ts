/** The options of a create, update or patch, parsed from the query and validated as kube-apiserver does. */
import { type FieldError, fieldError, forbidden, invalid, required, unsupported } from '../status/field-error.ts'
import { invalidObject } from '../status/failures.ts'

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict'

export interface WriteOptions {
  readonly isDryRun: boolean
  /** The field manager; defaults to the first word of the user agent. */
  readonly fieldManager: string
  readonly fieldValidation: FieldValidation
  /** Only for apply: take fields from other managers. */
  readonly force: boolean
}

export type WriteVerb = 'Create' | 'Update' | 'Patch'

const managerLimit = 128

export function readWriteOptions(
  verb: WriteVerb,
  query: URLSearchParams,
  userAgent: string | undefined,
  isApply = false,
): WriteOptions {
  const dryRun = query.getAll('dryRun')
  const fieldManager = query.get('fieldManager') ?? ''
  const fieldValidation = query.get('fieldValidation') ?? ''
  const force = readBoolean(query.get('force'))
  const errors = [
    ...checkForce(verb, isApply, force, fieldManager),
    ...checkFieldManager(fieldManager),
    ...checkDryRun(dryRun),
    ...checkFieldValidation(fieldValidation),
  ]
  if (errors.length > 0) throw invalidObject({ group: 'meta.k8s.io', kind: `${verb}Options` }, '', errors)
  return {
    isDryRun: dryRun.length > 0,
    fieldManager: fieldManager === '' ? managerOfAgent(userAgent) : fieldManager,
    fieldValidation: fieldValidation === '' ? 'Warn' : (fieldValidation as FieldValidation),
    force: force ?? false,
  }
}

export function checkDryRun(dryRun: readonly string[]): readonly FieldError[] {
  return dryRun.every((value) => value === 'All') ? [] : [unsupported('dryRun', dryRun, ['All'])]
}

function checkForce(
  verb: WriteVerb,
  isApply: boolean,
  force: boolean | undefined,
  manager: string,
): readonly FieldError[] {
  if (verb !== 'Patch') return []
  if (isApply) return manager === '' ? [required('fieldManager', 'is required for apply patch')] : []
  return force === undefined ? [] : [forbidden('force', 'may not be specified for non-apply patch')]
}

function checkFieldManager(manager: string): readonly FieldError[] {
  const errors: FieldError[] = []
  if (Buffer.byteLength(manager) > managerLimit) {
    errors.push(fieldError('Too long', 'fieldManager', undefined, `may not be more than ${managerLimit} bytes`))
  }
  for (const [at, character] of Array.from(manager).entries()) {
    if (!isPrintable(character)) {
      errors.push(invalid('fieldManager', manager, `invalid character ${goRune(character)} (at position ${at})`))
    }
  }
  return errors
}

function checkFieldValidation(value: string): readonly FieldError[] {
  const isKnown = ['', 'Ignore', 'Warn', 'Strict'].includes(value)
  return isKnown ? [] : [unsupported('fieldValidation', value, ['', 'Ignore', 'Strict', 'Warn'])]
}

/** The user agent up to the first slash, without unprintable characters. */
function managerOfAgent(userAgent: string | undefined): string {
  const word = (userAgent ?? '').split('/')[0]!
  return Array.from(word).filter(isPrintable).join('').slice(0, managerLimit) || 'unknown'
}

function isPrintable(character: string): boolean {
  return character === ' ' || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character)
}

function goRune(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

function readBoolean(text: string | null): boolean | undefined {
  if (text === null || text === '') return undefined
  return text !== 'false' && text !== '0'
}
