/** The three access reviews. */
import type { Draft } from '../../object/draft.ts'
import { type FieldError, invalid } from '../../status/field-error.ts'
import type { Authorize } from '../authorization.ts'
import type { User } from '../../identity/user.ts'
import {
  accessErrors,
  type AccessSpec,
  evaluationError,
  pathValue,
  readAccess,
  subjectErrors,
  type SubjectSpec,
} from './access-question.ts'
import { type Handle, isBare, reviewHandler } from './review.ts'

/** About any user. */
export function subjectAccessReview(authorize: Authorize): Handle {
  return reviewHandler({
    validate: (question) => [...subjectErrors(specOf(question)), ...metaErrors(question)],
    answer: (_, question) => answered(question, authorize, subjectOf(specOf(question))),
  })
}

/** About any user, in one namespace. */
export function localSubjectAccessReview(authorize: Authorize): Handle {
  return reviewHandler({
    validate: localErrors,
    answer: (_, question) => answered(question, authorize, subjectOf(specOf(question))),
  })
}

/** About the caller. */
export function selfSubjectAccessReview(authorize: Authorize): Handle {
  return reviewHandler({
    validate: (question) => [...accessErrors(specOf(question)), ...metaErrors(question)],
    answer: ({ user }, question) => answered(question, authorize, user),
  })
}

function specOf(question: Draft): SubjectSpec {
  return (question['spec'] ?? {}) as SubjectSpec
}

function metaErrors(question: Draft): readonly FieldError[] {
  return isBare(question) ? [] : [invalid('metadata', question.metadata, 'must be empty')]
}

function localErrors(question: Draft): readonly FieldError[] {
  const spec = specOf(question)
  const { resourceAttributes, nonResourceAttributes } = spec
  const { namespace = '' } = resourceAttributes ?? {}
  const isElsewhere = resourceAttributes && namespace !== (question.metadata.namespace ?? '')
  return [
    ...subjectErrors(spec),
    ...(isBare(question, ['namespace'])
      ? []
      : [invalid('metadata', question.metadata, 'must be empty except for namespace')]),
    ...(isElsewhere ? [invalid('spec.resourceAttributes.namespace', namespace, 'must match metadata.namespace')] : []),
    ...(nonResourceAttributes
      ? [invalid('spec.nonResourceAttributes', pathValue(nonResourceAttributes), 'disallowed on this kind of request')]
      : []),
  ]
}

function subjectOf({ user = '', groups, extra, uid }: SubjectSpec): User {
  return { name: user, groups: groups ?? [], ...(extra ? { extra } : {}), ...(uid === undefined ? {} : { uid }) }
}

async function answered(question: Draft, authorize: Authorize, user: User): Promise<object> {
  const spec = specOf(question) satisfies AccessSpec
  const { isAllowed, reason } = await authorize(readAccess(spec), user)
  const error = evaluationError(spec)
  const status = {
    allowed: isAllowed,
    ...(reason === '' ? {} : { reason }),
    ...(error === '' ? {} : { evaluationError: error }),
  }
  const { kind, apiVersion, metadata } = question
  return { kind, apiVersion, metadata, spec, status }
}
