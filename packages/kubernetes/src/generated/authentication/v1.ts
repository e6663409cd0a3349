// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { Time } from '../meta/v1.ts'

/** `selfsubjectreviews` in `authentication.k8s.io/v1`, cluster-scoped. */
export const SelfSubjectReview: BuiltIn<
  SelfSubjectReview,
  SelfSubjectReviewInput,
  SelfSubjectReviewStatus
> = /*#__PURE__*/ builtIn({
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  scope: 'Cluster',
  verbs: ['create'],
})

export interface SelfSubjectReview {
  readonly apiVersion: 'authentication.k8s.io/v1'
  readonly kind: 'SelfSubjectReview'
  /** Nearly empty: the object is answered, not stored. */
  readonly metadata: ObjectMeta
  readonly status?: SelfSubjectReviewStatus | undefined
}

export interface SelfSubjectReviewInput {
  readonly apiVersion?: 'authentication.k8s.io/v1' | undefined
  readonly kind?: 'SelfSubjectReview' | undefined
  readonly metadata?: AuthoredMeta | undefined
}

/** `tokenreviews` in `authentication.k8s.io/v1`, cluster-scoped. */
export const TokenReview: BuiltIn<TokenReview, TokenReviewInput, TokenReviewStatus> = /*#__PURE__*/ builtIn({
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'TokenReview',
  plural: 'tokenreviews',
  scope: 'Cluster',
  verbs: ['create'],
})

export interface TokenReview {
  readonly apiVersion: 'authentication.k8s.io/v1'
  readonly kind: 'TokenReview'
  /** Nearly empty: the object is answered, not stored. */
  readonly metadata: ObjectMeta
  readonly spec: TokenReviewSpec
  readonly status?: TokenReviewStatus | undefined
}

export interface TokenReviewInput {
  readonly apiVersion?: 'authentication.k8s.io/v1' | undefined
  readonly kind?: 'TokenReview' | undefined
  readonly metadata?: AuthoredMeta | undefined
  readonly spec: TokenReviewSpec
}

export interface TokenRequest {
  readonly apiVersion: 'authentication.k8s.io/v1'
  readonly kind: 'TokenRequest'
  /** Nearly empty: the object is answered, not stored. */
  readonly metadata: ObjectMeta
  readonly spec: TokenRequestSpec
  readonly status?: TokenRequestStatus | undefined
}

export interface TokenRequestInput {
  readonly apiVersion?: 'authentication.k8s.io/v1' | undefined
  readonly kind?: 'TokenRequest' | undefined
  readonly metadata?: AuthoredMeta | undefined
  readonly spec?: TokenRequestSpec | undefined
}

export interface BoundObjectReference {
  readonly apiVersion?: string | undefined
  readonly kind?: string | undefined
  readonly name?: string | undefined
  readonly uid?: string | undefined
}

export interface SelfSubjectReviewStatus {
  readonly userInfo?: UserInfo | undefined
}

export interface TokenRequestSpec {
  readonly audiences?: readonly string[] | null | undefined
  readonly boundObjectRef?: BoundObjectReference | null | undefined
  readonly expirationSeconds?: number | null | undefined
}

export interface TokenRequestStatus {
  readonly expirationTimestamp?: Time | null | undefined
  readonly token?: string | undefined
}

export interface TokenReviewSpec {
  readonly audiences?: readonly string[] | undefined
  readonly token: string
}

export interface TokenReviewStatus {
  readonly audiences?: readonly string[] | undefined
  readonly authenticated?: boolean | undefined
  readonly error?: string | undefined
  readonly user?: UserInfo | undefined
}

export interface UserInfo {
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined
  readonly groups?: readonly string[] | undefined
  readonly uid?: string | undefined
  readonly username?: string | undefined
}
