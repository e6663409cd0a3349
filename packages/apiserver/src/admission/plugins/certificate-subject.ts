/** CertificateSubjectRestriction: refuses client certificates for the group that is allowed everything. */
import type { CertificateSigningRequest } from '@kubewright/kubernetes/certificates/v1'
import { masters } from '../../identity/user.ts'
import { unvalidated } from '../../object/unvalidated.ts'
import type { AdmissionPlugin } from '../../kinds/admission.ts'
import { isAboutItself, refuse } from './attributes.ts'
import { organizationsIn } from './request-subject.ts'

const clientSigner = 'kubernetes.io/kube-apiserver-client'

export const certificateSubjectRestriction: AdmissionPlugin = {
  name: 'CertificateSubjectRestriction',
  validate(attributes) {
    const { operation, object } = attributes
    if (operation !== 'CREATE' || object === undefined) return
    if (!isAboutItself(attributes, 'certificates.k8s.io', 'certificatesigningrequests')) return
    const { signerName, request = '' } = unvalidated<CertificateSigningRequest>(object).spec ?? {}
    if (signerName !== clientSigner) return
    const organizations = organizationsIn(Buffer.from(request, 'base64').toString('latin1'))
    if (organizations === undefined) {
      throw refuse(attributes, 'failed to parse CSR: PEM block type must be CERTIFICATE REQUEST')
    }
    if (organizations.includes(masters)) {
      throw refuse(attributes, `use of ${clientSigner} signer with ${masters} group is not allowed`)
    }
  },
}
