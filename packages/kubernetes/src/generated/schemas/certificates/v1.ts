// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'certificates/v1.CertificateSigningRequest': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'certificates/v1.CertificateSigningRequestSpec', default: {} },
      status: { $ref: 'certificates/v1.CertificateSigningRequestStatus', default: {} },
    },
  },
  'certificates/v1.CertificateSigningRequestCondition': {
    type: 'object',
    required: ['type', 'status'],
    properties: {
      lastTransitionTime: { $ref: 'meta/v1.Time' },
      lastUpdateTime: { $ref: 'meta/v1.Time' },
      message: { type: 'string' },
      reason: { type: 'string' },
      status: { type: 'string', default: '' },
      type: { type: 'string', default: '' },
    },
  },
  'certificates/v1.CertificateSigningRequestSpec': {
    type: 'object',
    required: ['request', 'signerName'],
    properties: {
      expirationSeconds: { type: 'integer', format: 'int32' },
      extra: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string', default: '' } } },
      groups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      request: { type: 'string', format: 'byte' },
      signerName: { type: 'string', default: '' },
      uid: { type: 'string' },
      usages: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: {
          type: 'string',
          default: '',
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
  },
  'certificates/v1.CertificateSigningRequestStatus': {
    type: 'object',
    properties: {
      certificate: { type: 'string', format: 'byte' },
      conditions: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['type'],
        'x-kubernetes-list-type': 'map',
        items: { $ref: 'certificates/v1.CertificateSigningRequestCondition', default: {} },
      },
    },
  },
}
