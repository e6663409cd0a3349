// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  BoundObjectReference,
  SelfSubjectReviewInput,
  SelfSubjectReviewStatus,
  TokenRequestInput,
  TokenRequestSpec,
  TokenRequestStatus,
  TokenReviewInput,
  TokenReviewSpec,
  TokenReviewStatus,
  UserInfo,
} from '../../authentication/v1.ts'
import * as schemas from '../../structural/authentication/v1.ts'

export const boundObjectReference = (): StructuralType<BoundObjectReference> => structural(schemas.BoundObjectReference)

export const selfSubjectReview = (): StructuralType<SelfSubjectReviewInput> => structural(schemas.SelfSubjectReview)

export const selfSubjectReviewStatus = (): StructuralType<SelfSubjectReviewStatus> =>
  structural(schemas.SelfSubjectReviewStatus)

export const tokenRequest = (): StructuralType<TokenRequestInput> => structural(schemas.TokenRequest)

export const tokenRequestSpec = (): StructuralType<TokenRequestSpec> => structural(schemas.TokenRequestSpec)

export const tokenRequestStatus = (): StructuralType<TokenRequestStatus> => structural(schemas.TokenRequestStatus)

export const tokenReview = (): StructuralType<TokenReviewInput> => structural(schemas.TokenReview)

export const tokenReviewSpec = (): StructuralType<TokenReviewSpec> => structural(schemas.TokenReviewSpec)

export const tokenReviewStatus = (): StructuralType<TokenReviewStatus> => structural(schemas.TokenReviewStatus)

export const userInfo = (): StructuralType<UserInfo> => structural(schemas.UserInfo)
