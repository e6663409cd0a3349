/** Access checks made by expressions: for the caller, or for a service account that the expression names. */
import type { Access, Authorize } from '../../auth/authorization.ts'
import {
  authenticated,
  serviceAccountGroups,
  type ServiceAccountName,
  serviceAccountUser,
  type User,
} from '../../identity/user.ts'
import type { Value } from '@kubewright/cel'
import {
  type AccessQuestion,
  type AccessVerdict,
  authorizerValue,
  type DecideAccess,
  requestResourceValue,
} from '@kubewright/cel/kubernetes'
import type { Attributes } from '../../kinds/admission.ts'
import { namespaceOf } from '../matching/rule.ts'

/** The values of `authorizer` and `authorizer.requestResource`. */
export interface Authorizers {
  readonly anything: Value
  readonly requestResource: Value
}

export function authorizersFor(attributes: Attributes, authorize: Authorize): Authorizers {
  const { kind, subresource, name, user } = attributes
  const decide: DecideAccess = (question, account) =>
    verdictOf(authorize, accessOf(question), account === undefined ? user : accountUser(account))
  const asked = { group: kind.group, resource: kind.plural, subresource, namespace: namespaceOf(attributes), name }
  return {
    anything: authorizerValue(decide),
    requestResource: requestResourceValue(decide, { ...asked, fieldSelector: '', labelSelector: '' }),
  }
}

function verdictOf(authorize: Authorize, access: Access, user: User): AccessVerdict {
  const decision = authorize(access, user)
  if (decision instanceof Promise) {
    return { isAllowed: false, reason: '', error: 'the authorizer of this server does not decide at once' }
  }
  return { isAllowed: decision.isAllowed, reason: decision.reason }
}

function accessOf(question: AccessQuestion): Access {
  if ('path' in question) return { isResource: false, verb: question.verb, path: question.path }
  const { verb, group, resource, subresource, namespace, name } = question
  return { isResource: true, verb, group, resource, subresource, namespace, name }
}

function accountUser(account: ServiceAccountName): User {
  return { name: serviceAccountUser(account), groups: [...serviceAccountGroups(account.namespace), authenticated] }
}
