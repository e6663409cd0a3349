// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
APIService ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?APIServiceSpec=2 status?APIServiceStatus=3
APIServiceCondition type:APIServiceConditionType=1 status:ConditionStatus=2 lastTransitionTime?meta/v1.Time=3 reason?string=4 message?string=5
APIServiceConditionType =string
APIServiceSpec service?*ServiceReference=1 group?string=2 version?string=3 insecureSkipTLSVerify?bool=4 caBundle?[]uint8=5 groupPriorityMinimum:int32=7 versionPriority:int32=8
APIServiceStatus conditions?[]APIServiceCondition=1
ConditionStatus =string
ServiceReference namespace?string=1 name?string=2 port?*int32=3
`
