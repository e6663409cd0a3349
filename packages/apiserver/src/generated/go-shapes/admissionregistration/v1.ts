// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
ApplyConfiguration expression?string=1
AuditAnnotation key:string=1 valueExpression:string=2
ExpressionWarning fieldRef:string=2 warning:string=3
FailurePolicyType =string
JSONPatch expression?string=1
MatchCondition name:string=1 expression:string=2
MatchPolicyType =string
MatchResources namespaceSelector?*meta/v1.LabelSelector=1 objectSelector?*meta/v1.LabelSelector=2 resourceRules?[]NamedRuleWithOperations=3 excludeResourceRules?[]NamedRuleWithOperations=4 matchPolicy?*MatchPolicyType=7
MutatingAdmissionPolicy ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?MutatingAdmissionPolicySpec=2
MutatingAdmissionPolicyBinding ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?MutatingAdmissionPolicyBindingSpec=2
MutatingAdmissionPolicyBindingSpec policyName?string=1 paramRef?*ParamRef=2 matchResources?*MatchResources=3
MutatingAdmissionPolicySpec paramKind?*ParamKind=1 matchConstraints?*MatchResources=2 variables?[]Variable=3 mutations?[]Mutation=4 failurePolicy?*FailurePolicyType=5 matchConditions?[]MatchCondition=6 reinvocationPolicy?ReinvocationPolicyType=7
MutatingWebhook name:string=1 clientConfig:WebhookClientConfig=2 rules?[]RuleWithOperations=3 failurePolicy?*FailurePolicyType=4 matchPolicy?*MatchPolicyType=9 namespaceSelector?*meta/v1.LabelSelector=5 objectSelector?*meta/v1.LabelSelector=11 sideEffects:*SideEffectClass=6 timeoutSeconds?*int32=7 admissionReviewVersions:[]string=8 reinvocationPolicy?*ReinvocationPolicyType=10 matchConditions?[]MatchCondition=12
MutatingWebhookConfiguration ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 webhooks?[]MutatingWebhook=2
Mutation patchType:PatchType=2 applyConfiguration?*ApplyConfiguration=3 jsonPatch?*JSONPatch=4
NamedRuleWithOperations resourceNames?[]string=1 ^RuleWithOperations=2
OperationType =string
ParamKind apiVersion?string=1 kind?string=2
ParamRef name?string=1 namespace?string=2 selector?*meta/v1.LabelSelector=3 parameterNotFoundAction?*ParameterNotFoundActionType=4
ParameterNotFoundActionType =string
PatchType =string
ReinvocationPolicyType =string
Rule apiGroups?[]string=1 apiVersions?[]string=2 resources?[]string=3 scope?*ScopeType=4
RuleWithOperations operations?[]OperationType=1 ^Rule=2
ScopeType =string
ServiceReference namespace:string=1 name:string=2 path?*string=3 port?*int32=4
SideEffectClass =string
TypeChecking expressionWarnings?[]ExpressionWarning=1
ValidatingAdmissionPolicy ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?ValidatingAdmissionPolicySpec=2 status?ValidatingAdmissionPolicyStatus=3
ValidatingAdmissionPolicyBinding ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?ValidatingAdmissionPolicyBindingSpec=2
ValidatingAdmissionPolicyBindingSpec policyName?string=1 paramRef?*ParamRef=2 matchResources?*MatchResources=3 validationActions?[]ValidationAction=4
ValidatingAdmissionPolicySpec paramKind?*ParamKind=1 matchConstraints?*MatchResources=2 validations?[]Validation=3 failurePolicy?*FailurePolicyType=4 auditAnnotations?[]AuditAnnotation=5 matchConditions?[]MatchCondition=6 variables?[]Variable=7
ValidatingAdmissionPolicyStatus observedGeneration?int64=1 typeChecking?*TypeChecking=2 conditions?[]meta/v1.Condition=3
ValidatingWebhook name:string=1 clientConfig:WebhookClientConfig=2 rules?[]RuleWithOperations=3 failurePolicy?*FailurePolicyType=4 matchPolicy?*MatchPolicyType=9 namespaceSelector?*meta/v1.LabelSelector=5 objectSelector?*meta/v1.LabelSelector=10 sideEffects:*SideEffectClass=6 timeoutSeconds?*int32=7 admissionReviewVersions:[]string=8 matchConditions?[]MatchCondition=11
ValidatingWebhookConfiguration ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 webhooks?[]ValidatingWebhook=2
Validation expression:string=1 message?string=2 reason?*meta/v1.StatusReason=3 messageExpression?string=4
ValidationAction =string
Variable name:string=1 expression:string=2
WebhookClientConfig url?*string=3 service?*ServiceReference=1 caBundle?[]uint8=2
`
