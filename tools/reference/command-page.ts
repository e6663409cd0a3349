/** The reference page of the `kubewright` command: the arguments of each command, and the exit codes. */
import type { Command } from '../../apps/cli/src/command/command.ts'
import { exitCodes } from '../../apps/cli/src/command/exit-code.ts'
import { formatCommandHelp } from '../../apps/cli/src/command/format-help.ts'

export function formatCommandPage(commands: readonly Command[]): string {
  const codes = Object.entries(exitCodes).map(([code, text]) => `| ${code} | ${text} |`)
  return `${[
    '<!-- Made by `npm run generate` from the commands themselves; edits are lost. -->',
    '# The kubewright command',
    '',
    'Results go to standard output, everything else to standard error. `--json` writes the result as one JSON document, and a',
    'failure as `{ "error": { "code", "message", "details" } }`. Colours are for terminals; `NO_COLOR` turns them off.',
    '',
    '## Exit codes',
    '',
    '| code | what it says |',
    '|---|---|',
    ...codes,
    '',
    ...commands.flatMap((command) => [
      `## ${command.name}`,
      '',
      '```text',
      formatCommandHelp(command).trimEnd(),
      '```',
      '',
    ]),
  ]
    .join('\n')
    .trimEnd()}\n`
}
