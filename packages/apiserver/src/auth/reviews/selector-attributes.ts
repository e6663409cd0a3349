/** Selectors in access reviews, which limit a list to some objects. Pure. */
import { isKubewrightError } from '@kubewright/core'
import { nameProblems } from '@kubewright/core/object'
import { type FieldError, forbidden, invalid, required } from '../../status/field-error.ts'

export interface SelectorRequirement {
  readonly key?: string
  readonly operator?: string
  readonly values?: readonly string[] | null
}

export interface SelectorAttributes {
  readonly rawSelector?: string
  readonly requirements?: readonly SelectorRequirement[] | null
}

type Of = 'field' | 'label'

export function selectorErrors(of: Of, selector: SelectorAttributes | undefined | null, path: string) {
  if (!selector) return []
  const { rawSelector = '' } = selector
  const requirements = selector.requirements ?? []
  const errors: FieldError[] = []
  if (rawSelector !== '' && requirements.length > 0) {
    errors.push(invalid(`${path}.rawSelector`, rawSelector, 'may not specified at the same time as requirements'))
  }
  if (rawSelector === '' && requirements.length === 0) {
    const why = `when ${path} is specified, requirements or rawSelector is required`
    errors.push(required(`${path}.requirements`, why))
  }
  const checkOne = of === 'field' ? fieldErrors : labelErrors
  return [...errors, ...requirements.flatMap((one, at) => checkOne(one, `${path}.requirements[${at}]`))]
}

function fieldErrors(requirement: SelectorRequirement, path: string): readonly FieldError[] {
  const { key = '' } = requirement
  return [...(key === '' ? [required(`${path}.key`, 'must be specified')] : []), ...valueErrors(requirement, path)]
}

function labelErrors(requirement: SelectorRequirement, path: string): readonly FieldError[] {
  const { key = '' } = requirement
  const values = requirement.values ?? []
  return [
    ...valueErrors(requirement, path),
    ...nameProblems('qualifiedName', key).map((problem) => invalid(`${path}.key`, key, problem)),
    ...values.flatMap((value, at) =>
      nameProblems('labelValue', value).map((problem) => invalid(`${path}.values[${at}]`, value, problem)),
    ),
  ]
}

/** Unknown operators are accepted: the client may be newer than the server. */
function valueErrors({ operator = '', values }: SelectorRequirement, path: string): readonly FieldError[] {
  const count = values?.length ?? 0
  if (['In', 'NotIn'].includes(operator) && count === 0) {
    return [required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")]
  }
  if (['Exists', 'DoesNotExist'].includes(operator) && count > 0) {
    return [forbidden(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
  }
  return []
}

/** The evaluation error for a selector that was ignored, wholly or in part. */
export function selectorProblem(
  of: Of,
  selector: SelectorAttributes | undefined | null,
  parse: (text: string) => unknown,
  path: string,
): string | undefined {
  if (!selector) return undefined
  const requirements = selector.requirements ?? []
  if (requirements.length === 0) return canParse(parse, selector.rawSelector ?? '') ? undefined : ignored(path, 0)
  const usable = requirements.filter(of === 'field' ? isUsableField : isUsableLabel)
  return usable.length === requirements.length ? undefined : ignored(path, usable.length)
}

function ignored(path: string, usable: number): string {
  return `${path} ${usable > 0 ? 'partially ' : ''}ignored due to parse error`
}

/** Field selectors support only equality and inequality, with one value each. */
function isUsableField({ operator = '', values }: SelectorRequirement): boolean {
  return ['In', 'NotIn'].includes(operator) && values?.length === 1
}

function isUsableLabel({ operator = '' }: SelectorRequirement): boolean {
  return ['In', 'NotIn', 'Exists', 'DoesNotExist'].includes(operator)
}

function canParse(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text)
    return true
  } catch (error) {
    if (isKubewrightError(error)) return false
    throw error
  }
}
