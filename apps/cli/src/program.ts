/** Every command, and the dispatch to the one on the command line. */
import { nearestName } from '@kubewright/core/input'
import { addCommand } from './add/add-command.ts'
import { checkCommand } from './check/check-command.ts'
import { clusterCommand } from './cluster/cluster-command.ts'
import type { Command } from './command/command.ts'
import type { ExitCode } from './command/exit-code.ts'
import { formatCommandHelp, formatHelp } from './command/format-help.ts'
import { parseInput } from './command/parse-input.ts'
import { readVersion } from './command/version.ts'
import { dashboardCommand } from './dashboard/dashboard-command.ts'
import { cliErrors } from './errors.ts'
import { devCommand } from './dev/dev-command.ts'
import { doctorCommand } from './doctor/doctor-command.ts'
import { explainCommand } from './explain/explain-command.ts'
import { exploreCommand } from './explore/explore-command.ts'
import { exploreFileCommand } from './explore/explore-file-command.ts'
import { generateCommand } from './generate/generate-command.ts'
import { initCommand } from './init/init-command.ts'
import { describeProjectCommand } from './project/describe-project-command.ts'
import { peerCommand } from './peer/peer-command.ts'
import { protocolCommand } from './protocol/protocol-command.ts'
import { shardsCommand } from './shards/shards-command.ts'
import type { Terminal } from './terminal/terminal.ts'

/** In the order of the help. Each loads its dependencies when it runs. */
export const commands: readonly Command[] = [
  initCommand,
  addCommand,
  devCommand,
  generateCommand,
  checkCommand,
  exploreCommand,
  protocolCommand,
  clusterCommand,
  peerCommand,
  dashboardCommand,
  shardsCommand,
  doctorCommand,
  explainCommand,
]

/** Internal commands, absent from the help. */
const hidden: readonly Command[] = [describeProjectCommand, exploreFileCommand]

/** Failure: rejects with the error of the command; `KW_CLI_USAGE` if the arguments are invalid. */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...args] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.stdout.write(helpFor(args[0]))
    return 0
  }
  if (name === '--version' || name === '-V') {
    terminal.stdout.write(`${readVersion()}\n`)
    return 0
  }
  const command = find(name)
  const input = parseInput(command, args)
  if (!input.isHelp) return command.run(input, terminal)
  terminal.stdout.write(formatCommandHelp(command))
  return 0
}

function helpFor(name: string | undefined): string {
  return name === undefined ? formatHelp(commands) : formatCommandHelp(find(name))
}

function find(name: string): Command {
  const command = [...commands, ...hidden].find((one) => one.name === name)
  if (command !== undefined) return command
  const near = nearestName(
    name,
    commands.map((one) => one.name),
  )
  throw cliErrors('KW_CLI_USAGE', {
    what: `run kubewright ${name}`,
    why: near === undefined ? 'there is no such command' : `there is no such command: did you mean ${near}?`,
    next: `Commands: ${commands.map((one) => one.name).join(', ')}. For a description: kubewright --help`,
    details: { command: name },
  })
}
