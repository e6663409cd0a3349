// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
ContainerResourceMetricSource name:core/v1.ResourceName=1 target:MetricTarget=2 container:string=3
ContainerResourceMetricStatus name:core/v1.ResourceName=1 current:MetricValueStatus=2 container:string=3
CrossVersionObjectReference kind:string=1 name:string=2 apiVersion?string=3
ExternalMetricSource metric:MetricIdentifier=1 target:MetricTarget=2
ExternalMetricStatus metric:MetricIdentifier=1 current:MetricValueStatus=2
HPAScalingPolicy type:HPAScalingPolicyType=1 value:int32=2 periodSeconds:int32=3
HPAScalingPolicyType =string
HPAScalingRules stabilizationWindowSeconds?*int32=3 selectPolicy?*ScalingPolicySelect=1 policies?[]HPAScalingPolicy=2 tolerance?*resource.Quantity=4
HorizontalPodAutoscaler ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?HorizontalPodAutoscalerSpec=2 status?HorizontalPodAutoscalerStatus=3
HorizontalPodAutoscalerBehavior scaleUp?*HPAScalingRules=1 scaleDown?*HPAScalingRules=2
HorizontalPodAutoscalerCondition type:HorizontalPodAutoscalerConditionType=1 status:core/v1.ConditionStatus=2 lastTransitionTime?meta/v1.Time=3 reason?string=4 message?string=5
HorizontalPodAutoscalerConditionType =string
HorizontalPodAutoscalerSpec scaleTargetRef:CrossVersionObjectReference=1 minReplicas?*int32=2 maxReplicas:int32=3 metrics?[]MetricSpec=4 behavior?*HorizontalPodAutoscalerBehavior=5
HorizontalPodAutoscalerStatus observedGeneration?*int64=1 lastScaleTime?*meta/v1.Time=2 currentReplicas?int32=3 desiredReplicas:int32=4 currentMetrics:[]MetricStatus=5 conditions?[]HorizontalPodAutoscalerCondition=6
MetricIdentifier name:string=1 selector?*meta/v1.LabelSelector=2
MetricSourceType =string
MetricSpec type:MetricSourceType=1 object?*ObjectMetricSource=2 pods?*PodsMetricSource=3 resource?*ResourceMetricSource=4 containerResource?*ContainerResourceMetricSource=7 external?*ExternalMetricSource=5
MetricStatus type:MetricSourceType=1 object?*ObjectMetricStatus=2 pods?*PodsMetricStatus=3 resource?*ResourceMetricStatus=4 containerResource?*ContainerResourceMetricStatus=7 external?*ExternalMetricStatus=5
MetricTarget type:MetricTargetType=1 value?*resource.Quantity=2 averageValue?*resource.Quantity=3 averageUtilization?*int32=4
MetricTargetType =string
MetricValueStatus value?*resource.Quantity=1 averageValue?*resource.Quantity=2 averageUtilization?*int32=3
ObjectMetricSource describedObject:CrossVersionObjectReference=1 target:MetricTarget=2 metric:MetricIdentifier=3
ObjectMetricStatus metric:MetricIdentifier=1 current:MetricValueStatus=2 describedObject:CrossVersionObjectReference=3
PodsMetricSource metric:MetricIdentifier=1 target:MetricTarget=2
PodsMetricStatus metric:MetricIdentifier=1 current:MetricValueStatus=2
ResourceMetricSource name:core/v1.ResourceName=1 target:MetricTarget=2
ResourceMetricStatus name:core/v1.ResourceName=1 current:MetricValueStatus=2
ScalingPolicySelect =string
`
