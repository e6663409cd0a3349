/** The grace period for reconciles to react to an abort, in milliseconds. A manager that stops fails with `KW_MANAGER_STUCK` after it. */
export const abortGraceMs = 2_000
