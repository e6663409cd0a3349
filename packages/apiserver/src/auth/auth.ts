/**
 * Authentication and authorization of a server, in one piece: who calls, what they may do, and the review and token APIs.
 * Everything is created here and plugged in elsewhere: into the request handler, the admission chain and the built-in kinds.
 */
import type { KeyObject } from 'node:crypto'
import type { Clock } from '@kubewright/core'
import type { Ids } from '@kubewright/core/random'
import type { AdmissionPlugin } from '../kinds/admission.ts'
import { builtInCodec } from '../codec/built-in-codec.ts'
import { type Draft, draftOf } from '../object/draft.ts'
import type { Collection } from '../storage/collection.ts'
import type { Machinery } from '../kinds/call.ts'
import { type Authenticate, createAuthentication } from './authentication.ts'
import type { Authorize } from './authorization.ts'
import { createImpersonation, type Impersonate } from './impersonation/impersonation.ts'
import { ensureBootstrapRbac } from './rbac/bootstrap.ts'
import { escalationCheck } from './rbac/escalation.ts'
import { rbacAuthorizer } from './rbac/rbac-authorizer.ts'
import { RbacIndex } from './rbac/rbac-index.ts'
import { startRoleAggregation } from './rbac/role-aggregation.ts'
import { localSubjectAccessReview, selfSubjectAccessReview, subjectAccessReview } from './reviews/access-reviews.ts'
import { selfSubjectReview, tokenReview } from './reviews/identity-reviews.ts'
import type { Handle } from './reviews/review.ts'
import { selfSubjectRulesReview } from './reviews/rules-review.ts'
import {
  type BoundKind,
  createServiceAccountTokens,
  type ServiceAccountTokens,
} from './service-account/service-account-tokens.ts'
import { tokenRequestHandler } from './service-account/token-request.ts'
import { staticTokens } from './static-tokens.ts'
import { tokenChain } from './token-chain.ts'
import type { User } from '../identity/user.ts'

export interface AuthOptions {
  /** Finds the stored objects of a kind: those of RBAC, and the objects that tokens are bound to. */
  readonly collection: (group: string, plural: string) => Collection
  readonly clock: Clock
  readonly ids: Ids
  /** Issuer of service account tokens. @default 'https://kubernetes.default.svc' */
  readonly issuer?: string
  /** The P-256 key that signs them. @default a new one */
  readonly serviceAccountKey?: KeyObject
  /** Users by bearer token. @default none */
  readonly users?: ReadonlyMap<string, User>
  /** Whether to accept callers without credentials as anonymous. @default true */
  readonly allowsAnonymous?: boolean
}

export interface Auth extends Disposable {
  readonly authenticate: Authenticate
  readonly impersonate: Impersonate
  readonly authorize: Authorize
  /** Must be the last of the mutating plugins. */
  readonly escalation: AdmissionPlugin
  readonly serviceAccountTokens: ServiceAccountTokens
  /** Handlers for the creation of kinds that are never stored, and of subresources, by path: `serviceaccounts/token`. */
  readonly handlers: Readonly<Record<string, Handle>>
  /** Writes the default roles and bindings, and keeps aggregated roles up to date until disposed, unless disabled. */
  start(machinery: Machinery, options?: { readonly aggregatesRoles?: boolean }): Disposable
}

const rbac = 'rbac.authorization.k8s.io'
const tokenRequestCodec = builtInCodec({ group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' })

export function createAuth(options: AuthOptions): Auth {
  const index = createIndex(options)
  const authorize = rbacAuthorizer(index)
  const find = finder(options)
  const serviceAccountTokens = createTokens(options, find)
  const { audiences } = serviceAccountTokens
  const tokens = tokenChain([staticTokens(options.users ?? new Map(), audiences), serviceAccountTokens])
  const { allowsAnonymous = true } = options
  return {
    authenticate: createAuthentication({ tokens, audiences, allowsAnonymous }),
    impersonate: createImpersonation(authorize),
    authorize,
    escalation: escalationCheck({ index, authorize }),
    serviceAccountTokens,
    handlers: {
      subjectaccessreviews: subjectAccessReview(authorize),
      localsubjectaccessreviews: localSubjectAccessReview(authorize),
      selfsubjectaccessreviews: selfSubjectAccessReview(authorize),
      selfsubjectrulesreviews: selfSubjectRulesReview(index),
      selfsubjectreviews: selfSubjectReview(),
      tokenreviews: tokenReview(tokens, audiences),
      'serviceaccounts/token': tokenRequestHandler({ tokens: serviceAccountTokens, codec: tokenRequestCodec, find }),
    },
    start(machinery, { aggregatesRoles = true } = {}) {
      ensureBootstrapRbac(machinery)
      return aggregatesRoles ? startRoleAggregation(machinery) : { [Symbol.dispose]: () => undefined }
    },
    [Symbol.dispose]: () => index[Symbol.dispose](),
  }
}

function createIndex({ collection }: AuthOptions): RbacIndex {
  return new RbacIndex({
    roles: collection(rbac, 'roles'),
    roleBindings: collection(rbac, 'rolebindings'),
    clusterRoles: collection(rbac, 'clusterroles'),
    clusterRoleBindings: collection(rbac, 'clusterrolebindings'),
  })
}

type Find = (kind: BoundKind, namespace: string, name: string) => Draft | undefined

function finder({ collection }: AuthOptions): Find {
  return (kind, namespace, name) => {
    const version = collection('', kind).read(kind === 'nodes' ? name : `${namespace}/${name}`)
    return version && draftOf(version.object.text)
  }
}

function createTokens(options: AuthOptions, find: Find): ServiceAccountTokens {
  const { issuer = 'https://kubernetes.default.svc', serviceAccountKey, clock, ids } = options
  const key = serviceAccountKey === undefined ? {} : { key: serviceAccountKey }
  return createServiceAccountTokens({ issuer, ...key, clock, ids, find })
}
