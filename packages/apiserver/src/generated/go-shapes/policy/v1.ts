// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
Eviction ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 deleteOptions?*meta/v1.DeleteOptions=2
PodDisruptionBudget ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?PodDisruptionBudgetSpec=2 status?PodDisruptionBudgetStatus=3
PodDisruptionBudgetSpec minAvailable?*intstr.IntOrString=1 selector?*meta/v1.LabelSelector=2 maxUnavailable?*intstr.IntOrString=3 unhealthyPodEvictionPolicy?*UnhealthyPodEvictionPolicyType=4
PodDisruptionBudgetStatus observedGeneration?int64=1 disruptedPods?map[string]meta/v1.Time=2 disruptionsAllowed:int32=3 currentHealthy:int32=4 desiredHealthy:int32=5 expectedPods:int32=6 conditions?[]meta/v1.Condition=7
UnhealthyPodEvictionPolicyType =string
`
