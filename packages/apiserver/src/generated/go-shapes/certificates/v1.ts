// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
CertificateSigningRequest ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:CertificateSigningRequestSpec=2 status?CertificateSigningRequestStatus=3
CertificateSigningRequestCondition type:RequestConditionType=1 status:core/v1.ConditionStatus=6 reason?string=2 message?string=3 lastUpdateTime?meta/v1.Time=4 lastTransitionTime?meta/v1.Time=5
CertificateSigningRequestSpec request:[]uint8=1 signerName:string=7 expirationSeconds?*int32=8 usages?[]KeyUsage=5 username?string=2 uid?string=3 groups?[]string=4 extra?map[string]ExtraValue=6
CertificateSigningRequestStatus conditions?[]CertificateSigningRequestCondition=1 certificate?[]uint8=2
ExtraValue =#[]string
KeyUsage =string
RequestConditionType =string
`
