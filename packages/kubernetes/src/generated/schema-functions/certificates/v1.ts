// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  CertificateSigningRequestCondition,
  CertificateSigningRequestInput,
  CertificateSigningRequestSpec,
  CertificateSigningRequestStatus,
} from '../../certificates/v1.ts'
import * as schemas from '../../structural/certificates/v1.ts'

export const certificateSigningRequest = (): StructuralType<CertificateSigningRequestInput> =>
  structural(schemas.CertificateSigningRequest)

export const certificateSigningRequestCondition = (): StructuralType<CertificateSigningRequestCondition> =>
  structural(schemas.CertificateSigningRequestCondition)

export const certificateSigningRequestSpec = (): StructuralType<CertificateSigningRequestSpec> =>
  structural(schemas.CertificateSigningRequestSpec)

export const certificateSigningRequestStatus = (): StructuralType<CertificateSigningRequestStatus> =>
  structural(schemas.CertificateSigningRequestStatus)
