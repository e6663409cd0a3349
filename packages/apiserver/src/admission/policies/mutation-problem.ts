/** A mutation that cannot be applied. The failure policy decides about the write. */
export class MutationProblem extends Error {}
