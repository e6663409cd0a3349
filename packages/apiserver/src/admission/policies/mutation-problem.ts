/** Why a mutation cannot be carried out. The failure policy decides what that means for the write. */
export class MutationProblem extends Error {}
