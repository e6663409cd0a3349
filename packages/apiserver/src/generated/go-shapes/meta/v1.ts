// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
Condition type:string=1 status:ConditionStatus=2 observedGeneration?int64=3 lastTransitionTime:meta/v1.Time=4 reason:string=5 message:string=6
ConditionStatus =string
DeleteOptions ^TypeMeta gracePeriodSeconds?*int64=1 preconditions?*Preconditions=2 orphanDependents?*bool=3 propagationPolicy?*DeletionPropagation=4 dryRun?[]string=5 ignoreStoreReadErrorWithClusterBreakingPotential?*bool=6
DeletionPropagation =string
FieldSelectorOperator =string
FieldSelectorRequirement key:string=1 operator:FieldSelectorOperator=2 values?[]string=3
LabelSelector matchLabels?map[string]string=1 matchExpressions?[]LabelSelectorRequirement=2
LabelSelectorOperator =string
LabelSelectorRequirement key:string=1 operator:LabelSelectorOperator=2 values?[]string=3
ManagedFieldsEntry manager?string=1 operation?ManagedFieldsOperationType=2 apiVersion?string=3 time?*meta/v1.Time=4 fieldsType?string=6 fieldsV1?*meta/v1.FieldsV1=7 subresource?string=8
ManagedFieldsOperationType =string
ObjectMeta name?string=1 generateName?string=2 namespace?string=3 selfLink?string=4 uid?types.UID=5 resourceVersion?string=6 generation?int64=7 creationTimestamp~meta/v1.Time=8 deletionTimestamp?*meta/v1.Time=9 deletionGracePeriodSeconds?*int64=10 labels?map[string]string=11 annotations?map[string]string=12 ownerReferences?[]OwnerReference=13 finalizers?[]string=14 managedFields?[]ManagedFieldsEntry=17
OwnerReference apiVersion:string=5 kind:string=1 name:string=3 uid:types.UID=4 controller?*bool=6 blockOwnerDeletion?*bool=7
Preconditions uid?*types.UID=1 resourceVersion?*string=2
StatusReason =string
TypeMeta kind?string=1 apiVersion?string=2
`
