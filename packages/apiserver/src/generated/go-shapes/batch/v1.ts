// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
CompletionMode =string
ConcurrencyPolicy =string
CronJob ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?CronJobSpec=2 status?CronJobStatus=3
CronJobSpec schedule:string=1 timeZone?*string=8 startingDeadlineSeconds?*int64=2 concurrencyPolicy?ConcurrencyPolicy=3 suspend?*bool=4 jobTemplate:JobTemplateSpec=5 successfulJobsHistoryLimit?*int32=6 failedJobsHistoryLimit?*int32=7
CronJobStatus active?[]core/v1.ObjectReference=1 lastScheduleTime?*meta/v1.Time=4 lastSuccessfulTime?*meta/v1.Time=5
Job ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?JobSpec=2 status?JobStatus=3
JobCondition type:JobConditionType=1 status:core/v1.ConditionStatus=2 lastProbeTime?meta/v1.Time=3 lastTransitionTime?meta/v1.Time=4 reason?string=5 message?string=6
JobConditionType =string
JobSpec parallelism?*int32=1 completions?*int32=2 activeDeadlineSeconds?*int64=3 podFailurePolicy?*PodFailurePolicy=11 successPolicy?*SuccessPolicy=16 backoffLimit?*int32=7 backoffLimitPerIndex?*int32=12 maxFailedIndexes?*int32=13 selector?*meta/v1.LabelSelector=4 manualSelector?*bool=5 template:core/v1.PodTemplateSpec=6 ttlSecondsAfterFinished?*int32=8 completionMode?*CompletionMode=9 suspend?*bool=10 podReplacementPolicy?*PodReplacementPolicy=14 managedBy?*string=15
JobStatus conditions?[]JobCondition=1 startTime?*meta/v1.Time=2 completionTime?*meta/v1.Time=3 active?int32=4 succeeded?int32=5 failed?int32=6 terminating?*int32=11 completedIndexes?string=7 failedIndexes?*string=10 uncountedTerminatedPods?*UncountedTerminatedPods=8 ready?*int32=9
JobTemplateSpec metadata?meta/v1.ObjectMeta=1 spec?JobSpec=2
PodFailurePolicy rules:[]PodFailurePolicyRule=1
PodFailurePolicyAction =string
PodFailurePolicyOnExitCodesOperator =string
PodFailurePolicyOnExitCodesRequirement containerName?*string=1 operator:PodFailurePolicyOnExitCodesOperator=2 values:[]int32=3
PodFailurePolicyOnPodConditionsPattern type:core/v1.PodConditionType=1 status:core/v1.ConditionStatus=2
PodFailurePolicyRule action:PodFailurePolicyAction=1 onExitCodes?*PodFailurePolicyOnExitCodesRequirement=2 onPodConditions?[]PodFailurePolicyOnPodConditionsPattern=3
PodReplacementPolicy =string
SuccessPolicy rules:[]SuccessPolicyRule=1
SuccessPolicyRule succeededIndexes?*string=1 succeededCount?*int32=2
UncountedTerminatedPods succeeded?[]types.UID=1 failed?[]types.UID=2
`
