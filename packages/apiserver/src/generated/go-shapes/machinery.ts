// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
types.UID =string
`
