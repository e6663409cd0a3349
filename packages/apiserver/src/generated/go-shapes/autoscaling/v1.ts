// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
CrossVersionObjectReference kind:string=1 name:string=2 apiVersion?string=3
HorizontalPodAutoscaler ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?HorizontalPodAutoscalerSpec=2 status?HorizontalPodAutoscalerStatus=3
HorizontalPodAutoscalerSpec scaleTargetRef:CrossVersionObjectReference=1 minReplicas?*int32=2 maxReplicas:int32=3 targetCPUUtilizationPercentage?*int32=4
HorizontalPodAutoscalerStatus observedGeneration?*int64=1 lastScaleTime?*meta/v1.Time=2 currentReplicas:int32=3 desiredReplicas:int32=4 currentCPUUtilizationPercentage?*int32=5
Scale ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?ScaleSpec=2 status?ScaleStatus=3
ScaleSpec replicas?int32=1
ScaleStatus replicas:int32=1 selector?string=2
`
