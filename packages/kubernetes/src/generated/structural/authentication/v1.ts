// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { ObjectMeta, Time } from '../meta/v1.ts'

export const BoundObjectReference: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    name: { type: 'string' },
    uid: { type: 'string' },
  },
}

export const UserInfo: StructuralSchema = {
  type: 'object',
  properties: {
    extra: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    groups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    uid: { type: 'string' },
    username: { type: 'string' },
  },
}

export const SelfSubjectReviewStatus: StructuralSchema = { type: 'object', properties: { userInfo: UserInfo } }

export const SelfSubjectReview: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    status: SelfSubjectReviewStatus,
  },
}

export const TokenRequestSpec: StructuralSchema = {
  type: 'object',
  properties: {
    audiences: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    boundObjectRef: BoundObjectReference,
    expirationSeconds: { type: 'integer', format: 'int64' },
  },
}

export const TokenRequestStatus: StructuralSchema = {
  type: 'object',
  properties: { expirationTimestamp: Time, token: { type: 'string' } },
}

export const TokenRequest: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: TokenRequestSpec,
    status: TokenRequestStatus,
  },
}

export const TokenReviewSpec: StructuralSchema = {
  type: 'object',
  required: ['token'],
  properties: {
    audiences: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    token: { type: 'string' },
  },
}

export const TokenReviewStatus: StructuralSchema = {
  type: 'object',
  properties: {
    audiences: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    authenticated: { type: 'boolean' },
    error: { type: 'string' },
    user: UserInfo,
  },
}

export const TokenReview: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: TokenReviewSpec,
    status: TokenReviewStatus,
  },
}
