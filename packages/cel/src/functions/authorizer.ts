/**
 * Authorization checks from within an expression:
 * `authorizer.group('apps').resource('deployments').check('create').allowed()`.
 *
 * The decision is delegated to the function behind the `authorizer` variable; nothing here depends on rules or users.
 */
import { boolType, stringType, structType } from '../types/type.ts'
import { CelError } from '../values/cel-error.ts'
import { OpaqueValue } from '../values/opaque.ts'
import { type Library, method } from './overload.ts'

/** The checked access: to a path, or to objects of a resource. */
export type AccessQuestion =
  | { readonly path: string; readonly verb: string }
  | {
      readonly group: string
      readonly resource: string
      readonly subresource: string
      readonly namespace: string
      readonly name: string
      readonly fieldSelector: string
      readonly labelSelector: string
      readonly verb: string
    }

/** The answer of the authorizer. */
export interface AccessVerdict {
  readonly isAllowed: boolean
  readonly reason: string
  /** Set if no decision could be made. */
  readonly error?: string
}

/** Synchronous, because an expression cannot wait. `serviceAccount` is set if the check is about that account. */
export type DecideAccess = (
  question: AccessQuestion,
  serviceAccount: { readonly namespace: string; readonly name: string } | undefined,
) => AccessVerdict

const prefix = 'kubernetes.authorization'
/** The type of the `authorizer` variable. */
export const authorizerType = structType(`${prefix}.Authorizer`)
const pathCheckType = structType(`${prefix}.PathCheck`)
const groupCheckType = structType(`${prefix}.GroupCheck`)
/** The type of `authorizer.requestResource`. */
export const resourceCheckType = structType(`${prefix}.ResourceCheck`)
const decisionType = structType(`${prefix}.Decision`)

/** A builder step. Equal only to itself. */
class Step<Content> extends OpaqueValue {
  readonly type
  readonly content: Content

  constructor(type: OpaqueValue['type'], content: Content) {
    super()
    this.type = type
    this.content = content
  }

  equals(other: OpaqueValue): boolean {
    return other === this
  }
}

/** Answers whether a user may do something. */
type Ask = (question: AccessQuestion) => AccessVerdict
interface AuthorizerContent {
  readonly decide: DecideAccess
  readonly ask: Ask
}
/** A question to the authorizer about a resource, before `check` adds the verb. */
interface ResourceContent {
  readonly ask: Ask
  readonly question: Omit<Exclude<AccessQuestion, { path: string }>, 'verb'>
}

/** The value of the `authorizer` variable. */
export function authorizerValue(decide: DecideAccess): OpaqueValue {
  return new Step<AuthorizerContent>(authorizerType, { decide, ask: (question) => decide(question, undefined) })
}

/** The value of `authorizer.requestResource`: a check of the requested resource. */
export function requestResourceValue(decide: DecideAccess, question: ResourceContent['question']): OpaqueValue {
  return new Step<ResourceContent>(resourceCheckType, { ask: (asked) => decide(asked, undefined), question })
}

type Resource = Step<ResourceContent>
type Authorizer = Step<AuthorizerContent>
type Verdict = Step<AccessVerdict>

/** A method that sets one field of the check. */
function narrow(name: string, id: string, field: keyof ResourceContent['question']) {
  return {
    [name]: [
      method<[Resource, string]>(
        id,
        [resourceCheckType, stringType],
        resourceCheckType,
        ({ content }, value) =>
          new Step<ResourceContent>(resourceCheckType, {
            ...content,
            question: { ...content.question, [field]: value },
          }),
      ),
    ],
  }
}

const anything = { resource: '', subresource: '', namespace: '', name: '', fieldSelector: '', labelSelector: '' }

export const authorization: Library = {
  path: [
    method<[Authorizer, string]>('authorizer_path', [authorizerType, stringType], pathCheckType, ({ content }, path) =>
      path === '' ? new CelError('path must not be empty') : new Step(pathCheckType, { ask: content.ask, path }),
    ),
  ],
  group: [
    method<[Authorizer, string]>(
      'authorizer_group',
      [authorizerType, stringType],
      groupCheckType,
      ({ content }, group) =>
        new Step<ResourceContent>(groupCheckType, { ask: content.ask, question: { group, ...anything } }),
    ),
  ],
  serviceAccount: [
    method<[Authorizer, string, string]>(
      'authorizer_serviceaccount',
      [authorizerType, stringType, stringType],
      authorizerType,
      ({ content: { decide } }, namespace, name) =>
        new Step<AuthorizerContent>(authorizerType, {
          decide,
          ask: (question) => decide(question, { namespace, name }),
        }),
    ),
  ],
  resource: [
    method<[Resource, string]>(
      'groupcheck_resource',
      [groupCheckType, stringType],
      resourceCheckType,
      ({ content }, resource) =>
        new Step<ResourceContent>(resourceCheckType, { ...content, question: { ...content.question, resource } }),
    ),
  ],
  ...narrow('subresource', 'resourcecheck_subresource', 'subresource'),
  ...narrow('namespace', 'resourcecheck_namespace', 'namespace'),
  ...narrow('name', 'resourcecheck_name', 'name'),
  ...narrow('fieldSelector', 'authorizer_fieldselector', 'fieldSelector'),
  ...narrow('labelSelector', 'authorizer_labelselector', 'labelSelector'),
  check: [
    method<[Step<{ ask: Ask; path: string }>, string]>(
      'pathcheck_check',
      [pathCheckType, stringType],
      decisionType,
      ({ content: { ask, path } }, verb) => new Step(decisionType, ask({ path, verb })),
    ),
    method<[Resource, string]>(
      'resourcecheck_check',
      [resourceCheckType, stringType],
      decisionType,
      ({ content: { ask, question } }, verb) => new Step(decisionType, ask({ ...question, verb })),
    ),
  ],
  allowed: [method<[Verdict]>('decision_allowed', [decisionType], boolType, ({ content }) => content.isAllowed)],
  reason: [method<[Verdict]>('decision_reason', [decisionType], stringType, ({ content }) => content.reason)],
  errored: [
    method<[Verdict]>('decision_errored', [decisionType], boolType, ({ content }) => content.error !== undefined),
  ],
  error: [method<[Verdict]>('decision_error', [decisionType], stringType, ({ content }) => content.error ?? '')],
}
