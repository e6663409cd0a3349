/** The exit codes and their meaning. Scripts depend on them: a number never changes its meaning. See decision 0121. */
export const exitCodes = {
  0: 'It was done; or it was checked, and all is well.',
  1: 'It was checked, and something is not as it should be. The output says what, and the command that repairs it.',
  2: 'The command line is not valid. Nothing was done.',
  3: 'It could not be done. The message says why and what to do next.',
  130: 'It was stopped from outside (Ctrl-C) before it was done. What was half done is undone.',
} as const

export type ExitCode = keyof typeof exitCodes
