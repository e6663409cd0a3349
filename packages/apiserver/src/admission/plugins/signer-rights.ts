/**
 * CertificateApproval and CertificateSigning: approving or signing a certificate signing request needs permission on its
 * signer, in addition to permission to write the request.
 */
import { deepEqual } from '@kubewright/core/json'
import { goQuote } from '@kubewright/core/go'
import type { CertificateSigningRequest } from '@kubewright/kubernetes/certificates/v1'
import type { Authorize } from '../../auth/authorization.ts'
import type { User } from '../../identity/user.ts'
import { unvalidated } from '../../object/unvalidated.ts'
import type { AdmissionPlugin, Attributes } from '../../kinds/admission.ts'
import { isAbout, refuse } from './attributes.ts'

const group = 'certificates.k8s.io'
const as = unvalidated<CertificateSigningRequest>

export function certificateApproval(authorize: Authorize): AdmissionPlugin {
  return {
    name: 'CertificateApproval',
    async validate(attributes) {
      if (!isUpdateOf(attributes, 'approval')) return
      await demand(authorize, attributes, 'approve')
    },
  }
}

export function certificateSigning(authorize: Authorize): AdmissionPlugin {
  return {
    name: 'CertificateSigning',
    async validate(attributes) {
      if (!isUpdateOf(attributes, 'status')) return
      const [now, before] = [as(attributes.object!).status, as(attributes.oldObject!).status]
      const isIssued = (now?.certificate ?? '') !== (before?.certificate ?? '')
      const isJudged = !deepEqual(now?.conditions ?? [], before?.conditions ?? [])
      if (isIssued || isJudged) await demand(authorize, attributes, 'sign')
    },
  }
}

function isUpdateOf(attributes: Attributes, subresource: string): boolean {
  const { operation, object, oldObject } = attributes
  if (operation !== 'UPDATE' || object === undefined || oldObject === undefined) return false
  return attributes.subresource === subresource && isAbout(attributes, group, 'certificatesigningrequests')
}

/** The stored signer counts: a caller cannot bypass the check by naming another. */
async function demand(authorize: Authorize, attributes: Attributes, verb: 'approve' | 'sign'): Promise<void> {
  const signer = as(attributes.oldObject!).spec?.signerName ?? ''
  if (await mayUseSigner(authorize, attributes.user, verb, signer)) return
  throw refuse(attributes, `user not permitted to ${verb} requests with signerName ${goQuote(signer)}`)
}

/** Permission on the signer itself, or on its whole domain. */
async function mayUseSigner(authorize: Authorize, user: User, verb: string, signer: string): Promise<boolean> {
  for (const name of [signer, `${signer.split('/')[0]}/*`]) {
    const access = { isResource: true, verb, group, resource: 'signers', subresource: '', namespace: '', name } as const
    if ((await authorize(access, user)).isAllowed) return true
  }
  return false
}
