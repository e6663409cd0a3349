// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
ExtraValue =#[]string
FieldSelectorAttributes rawSelector?string=1 requirements?[]meta/v1.FieldSelectorRequirement=2
LabelSelectorAttributes rawSelector?string=1 requirements?[]meta/v1.LabelSelectorRequirement=2
LocalSubjectAccessReview ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:SubjectAccessReviewSpec=2 status?SubjectAccessReviewStatus=3
NonResourceAttributes path?string=1 verb?string=2
NonResourceRule verbs:[]string=1 nonResourceURLs?[]string=2
ResourceAttributes namespace?string=1 verb?string=2 group?string=3 version?string=4 resource?string=5 subresource?string=6 name?string=7 fieldSelector?*FieldSelectorAttributes=8 labelSelector?*LabelSelectorAttributes=9
ResourceRule verbs:[]string=1 apiGroups?[]string=2 resources?[]string=3 resourceNames?[]string=4
SelfSubjectAccessReview ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:SelfSubjectAccessReviewSpec=2 status?SubjectAccessReviewStatus=3
SelfSubjectAccessReviewSpec resourceAttributes?*ResourceAttributes=1 nonResourceAttributes?*NonResourceAttributes=2
SelfSubjectRulesReview ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:SelfSubjectRulesReviewSpec=2 status?SubjectRulesReviewStatus=3
SelfSubjectRulesReviewSpec namespace?string=1
SubjectAccessReview ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:SubjectAccessReviewSpec=2 status?SubjectAccessReviewStatus=3
SubjectAccessReviewSpec resourceAttributes?*ResourceAttributes=1 nonResourceAttributes?*NonResourceAttributes=2 user?string=3 groups?[]string=4 extra?map[string]ExtraValue=5 uid?string=6
SubjectAccessReviewStatus allowed:bool=1 denied?bool=4 reason?string=2 evaluationError?string=3
SubjectRulesReviewStatus resourceRules:[]ResourceRule=1 nonResourceRules:[]NonResourceRule=2 incomplete:bool=3 evaluationError?string=4
`
