// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
Event ^meta/v1.TypeMeta metadata:meta/v1.ObjectMeta=1 eventTime:meta/v1.MicroTime=2 series?*EventSeries=3 reportingController?string=4 reportingInstance?string=5 action?string=6 reason?string=7 regarding?core/v1.ObjectReference=8 related?*core/v1.ObjectReference=9 note?string=10 type?string=11 deprecatedSource?core/v1.EventSource=12 deprecatedFirstTimestamp?meta/v1.Time=13 deprecatedLastTimestamp?meta/v1.Time=14 deprecatedCount?int32=15
EventSeries count:int32=1 lastObservedTime:meta/v1.MicroTime=2
`
