// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
CoordinatedLeaseStrategy =string
Lease ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?LeaseSpec=2
LeaseSpec holderIdentity?*string=1 leaseDurationSeconds?*int32=2 acquireTime?*meta/v1.MicroTime=3 renewTime?*meta/v1.MicroTime=4 leaseTransitions?*int32=5 strategy?*CoordinatedLeaseStrategy=6 preferredHolder?*string=7
`
