// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
ControllerRevision ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 data?runtime.RawExtension=2 revision:int64=3
DaemonSet ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?DaemonSetSpec=2 status?DaemonSetStatus=3
DaemonSetCondition type:DaemonSetConditionType=1 status:core/v1.ConditionStatus=2 lastTransitionTime?meta/v1.Time=3 reason?string=4 message?string=5
DaemonSetConditionType =string
DaemonSetSpec selector:*meta/v1.LabelSelector=1 template:core/v1.PodTemplateSpec=2 updateStrategy?DaemonSetUpdateStrategy=3 minReadySeconds?int32=4 revisionHistoryLimit?*int32=6
DaemonSetStatus currentNumberScheduled:int32=1 numberMisscheduled:int32=2 desiredNumberScheduled:int32=3 numberReady:int32=4 observedGeneration?int64=5 updatedNumberScheduled?int32=6 numberAvailable?int32=7 numberUnavailable?int32=8 collisionCount?*int32=9 conditions?[]DaemonSetCondition=10
DaemonSetUpdateStrategy type?DaemonSetUpdateStrategyType=1 rollingUpdate?*RollingUpdateDaemonSet=2
DaemonSetUpdateStrategyType =string
Deployment ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?DeploymentSpec=2 status?DeploymentStatus=3
DeploymentCondition type:DeploymentConditionType=1 status:core/v1.ConditionStatus=2 lastUpdateTime?meta/v1.Time=6 lastTransitionTime?meta/v1.Time=7 reason?string=4 message?string=5
DeploymentConditionType =string
DeploymentSpec replicas?*int32=1 selector:*meta/v1.LabelSelector=2 template:core/v1.PodTemplateSpec=3 strategy?DeploymentStrategy=4 minReadySeconds?int32=5 revisionHistoryLimit?*int32=6 paused?bool=7 progressDeadlineSeconds?*int32=9
DeploymentStatus observedGeneration?int64=1 replicas?int32=2 updatedReplicas?int32=3 readyReplicas?int32=7 availableReplicas?int32=4 unavailableReplicas?int32=5 terminatingReplicas?*int32=9 conditions?[]DeploymentCondition=6 collisionCount?*int32=8
DeploymentStrategy type?DeploymentStrategyType=1 rollingUpdate?*RollingUpdateDeployment=2
DeploymentStrategyType =string
PersistentVolumeClaimRetentionPolicyType =string
PodManagementPolicyType =string
ReplicaSet ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?ReplicaSetSpec=2 status?ReplicaSetStatus=3
ReplicaSetCondition type:ReplicaSetConditionType=1 status:core/v1.ConditionStatus=2 lastTransitionTime?meta/v1.Time=3 reason?string=4 message?string=5
ReplicaSetConditionType =string
ReplicaSetSpec replicas?*int32=1 minReadySeconds?int32=4 selector:*meta/v1.LabelSelector=2 template?core/v1.PodTemplateSpec=3
ReplicaSetStatus replicas:int32=1 fullyLabeledReplicas?int32=2 readyReplicas?int32=4 availableReplicas?int32=5 terminatingReplicas?*int32=7 observedGeneration?int64=3 conditions?[]ReplicaSetCondition=6
RollingUpdateDaemonSet maxUnavailable?*intstr.IntOrString=1 maxSurge?*intstr.IntOrString=2
RollingUpdateDeployment maxUnavailable?*intstr.IntOrString=1 maxSurge?*intstr.IntOrString=2
RollingUpdateStatefulSetStrategy partition?*int32=1 maxUnavailable?*intstr.IntOrString=2
StatefulSet ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?StatefulSetSpec=2 status?StatefulSetStatus=3
StatefulSetCondition type:StatefulSetConditionType=1 status:core/v1.ConditionStatus=2 lastTransitionTime?meta/v1.Time=3 reason?string=4 message?string=5
StatefulSetConditionType =string
StatefulSetOrdinals start:int32=1
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted?PersistentVolumeClaimRetentionPolicyType=1 whenScaled?PersistentVolumeClaimRetentionPolicyType=2
StatefulSetSpec replicas?*int32=1 selector:*meta/v1.LabelSelector=2 template:core/v1.PodTemplateSpec=3 volumeClaimTemplates?[]core/v1.PersistentVolumeClaim=4 serviceName:string=5 podManagementPolicy?PodManagementPolicyType=6 updateStrategy?StatefulSetUpdateStrategy=7 revisionHistoryLimit?*int32=8 minReadySeconds?int32=9 persistentVolumeClaimRetentionPolicy?*StatefulSetPersistentVolumeClaimRetentionPolicy=10 ordinals?*StatefulSetOrdinals=11
StatefulSetStatus observedGeneration?int64=1 replicas:int32=2 readyReplicas?int32=3 currentReplicas?int32=4 updatedReplicas?int32=5 currentRevision?string=6 updateRevision?string=7 collisionCount?*int32=9 conditions?[]StatefulSetCondition=10 availableReplicas:int32=11
StatefulSetUpdateStrategy type?StatefulSetUpdateStrategyType=1 rollingUpdate?*RollingUpdateStatefulSetStrategy=2
StatefulSetUpdateStrategyType =string
`
