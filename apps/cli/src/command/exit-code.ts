/** The exit codes and their meaning. Scripts depend on them: a number never changes its meaning. See decision 0121. */
export const exitCodes = {
  0: 'The command succeeded. A check found no problems.',
  1: 'A check found problems. The output lists them, and the command that repairs them.',
  2: 'The command line is not valid. Nothing was done.',
  3: 'The command failed. The message has the cause and the next step.',
  130: 'The command was interrupted (Ctrl-C) before it finished. Partial work was undone.',
} as const

export type ExitCode = keyof typeof exitCodes
