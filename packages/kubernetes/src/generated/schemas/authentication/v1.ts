// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'authentication/v1.BoundObjectReference': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      name: { type: 'string' },
      uid: { type: 'string' },
    },
  },
  'authentication/v1.SelfSubjectReview': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      status: { $ref: 'authentication/v1.SelfSubjectReviewStatus', default: {} },
    },
  },
  'authentication/v1.SelfSubjectReviewStatus': {
    type: 'object',
    properties: { userInfo: { $ref: 'authentication/v1.UserInfo', default: {} } },
  },
  'authentication/v1.TokenRequest': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'authentication/v1.TokenRequestSpec', default: {} },
      status: { $ref: 'authentication/v1.TokenRequestStatus', default: {} },
    },
  },
  'authentication/v1.TokenRequestSpec': {
    type: 'object',
    properties: {
      audiences: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      boundObjectRef: { $ref: 'authentication/v1.BoundObjectReference' },
      expirationSeconds: { type: 'integer', format: 'int64' },
    },
  },
  'authentication/v1.TokenRequestStatus': {
    type: 'object',
    properties: { expirationTimestamp: { $ref: 'meta/v1.Time' }, token: { type: 'string', default: '' } },
  },
  'authentication/v1.TokenReview': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'authentication/v1.TokenReviewSpec', default: {} },
      status: { $ref: 'authentication/v1.TokenReviewStatus', default: {} },
    },
  },
  'authentication/v1.TokenReviewSpec': {
    type: 'object',
    required: ['token'],
    properties: {
      audiences: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      token: { type: 'string' },
    },
  },
  'authentication/v1.TokenReviewStatus': {
    type: 'object',
    properties: {
      audiences: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      authenticated: { type: 'boolean' },
      error: { type: 'string' },
      user: { $ref: 'authentication/v1.UserInfo', default: {} },
    },
  },
  'authentication/v1.UserInfo': {
    type: 'object',
    properties: {
      extra: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string', default: '' } } },
      groups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      uid: { type: 'string' },
      username: { type: 'string' },
    },
  },
}
