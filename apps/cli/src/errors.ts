/** Every error the command itself can raise; those of the libraries pass through it. */
import { defineErrors } from '@kubewright/core'

export const cliErrors = defineErrors({
  KW_CLI_USAGE: {
    summary: 'The command line makes no sense.',
    cause: 'A command, argument or option is unknown, missing or one too many.',
    remedy: 'See what a command takes with `kubewright COMMAND --help`.',
  },
  KW_CLI_KUBECONFIG: {
    summary: 'The kubeconfig cannot be written.',
    cause: 'The folder does not exist and cannot be made, or may not be written to.',
    remedy: 'Name another file with `--kubeconfig`.',
  },
})
