// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
PriorityClass ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 value:int32=2 globalDefault?bool=3 description?string=4 preemptionPolicy?*core/v1.PreemptionPolicy=5
`
