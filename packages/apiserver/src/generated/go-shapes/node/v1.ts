// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
Overhead podFixed?core/v1.ResourceList=1
RuntimeClass ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 handler:string=2 overhead?*Overhead=3 scheduling?*Scheduling=4
Scheduling nodeSelector?map[string]string=1 tolerations?[]core/v1.Toleration=2
`
