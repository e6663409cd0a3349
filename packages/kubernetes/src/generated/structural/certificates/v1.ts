// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { ObjectMeta, Time } from '../meta/v1.ts'

export const CertificateSigningRequestSpec: StructuralSchema = {
  type: 'object',
  required: ['request', 'signerName'],
  properties: {
    expirationSeconds: { type: 'integer', format: 'int32' },
    extra: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    groups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    request: { type: 'string', format: 'byte' },
    signerName: { type: 'string' },
    uid: { type: 'string' },
    usages: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: {
        type: 'string',
        enum: [
          'any',
          'cert sign',
          'client auth',
          'code signing',
          'content commitment',
          'crl sign',
          'data encipherment',
          'decipher only',
          'digital signature',
          'email protection',
          'encipher only',
          'ipsec end system',
          'ipsec tunnel',
          'ipsec user',
          'key agreement',
          'key encipherment',
          'microsoft sgc',
          'netscape sgc',
          'ocsp signing',
          's/mime',
          'server auth',
          'signing',
          'timestamping',
        ],
      },
    },
    username: { type: 'string' },
  },
}

export const CertificateSigningRequestCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastTransitionTime: Time,
    lastUpdateTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const CertificateSigningRequestStatus: StructuralSchema = {
  type: 'object',
  properties: {
    certificate: { type: 'string', format: 'byte' },
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: CertificateSigningRequestCondition,
    },
  },
}

export const CertificateSigningRequest: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: CertificateSigningRequestSpec,
    status: CertificateSigningRequestStatus,
  },
}
