// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
BoundObjectReference kind?string=1 apiVersion?string=2 name?string=3 uid?types.UID=4
ExtraValue =#[]string
SelfSubjectReview ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 status?SelfSubjectReviewStatus=2
SelfSubjectReviewStatus userInfo?UserInfo=1
TokenRequest ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:TokenRequestSpec=2 status?TokenRequestStatus=3
TokenRequestSpec audiences:[]string=1 expirationSeconds:*int64=4 boundObjectRef:*BoundObjectReference=3
TokenRequestStatus token:string=1 expirationTimestamp:meta/v1.Time=2
TokenReview ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:TokenReviewSpec=2 status?TokenReviewStatus=3
TokenReviewSpec token?string=1 audiences?[]string=2
TokenReviewStatus authenticated?bool=1 user?UserInfo=2 audiences?[]string=4 error?string=3
UserInfo username?string=1 uid?string=2 groups?[]string=3 extra?map[string]ExtraValue=4
`
