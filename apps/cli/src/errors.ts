/** Every error the command itself can raise; those of the libraries pass through it. */
import { defineErrors } from '@kubewright/core'

export const cliErrors = defineErrors({
  KW_CLI_USAGE: {
    summary: 'The command line makes no sense.',
    cause: 'A command, argument or option is unknown, missing or one too many.',
    remedy: 'See what a command takes with `kubewright COMMAND --help`.',
  },
  KW_CLI_NO_PROJECT: {
    summary: 'There is no project here.',
    cause: 'The folder has no `kubewright.config.ts`, or `--config` names a file that does not exist.',
    remedy: 'Run the command in the folder of an operator, or make one with `kubewright init`.',
  },
  KW_CLI_CONFIG: {
    summary: 'The configuration of a project cannot be used.',
    cause: 'It, or something it imports, throws when it is loaded; or what it exports is not an operator.',
    remedy: 'Correct what the message names. `npx tsc --noEmit` finds most mistakes in it.',
  },
  KW_CLI_NAME: {
    summary: 'A name will not do.',
    cause: 'Kubernetes, npm or TypeScript does not allow it, or it is taken.',
    remedy: 'Choose another one, as the message says.',
  },
  KW_CLI_NOT_OURS: {
    summary: 'A file is in the way that somebody else wrote.',
    cause: 'A file of that name exists and was not made by the command.',
    remedy: 'Move it away, or remove it.',
  },
  KW_CLI_WRITE: {
    summary: 'A file of the project cannot be written.',
    cause: 'You may not write there, the disk is full, or a file or folder of that name is in the way.',
    remedy: 'Make room for it, and run the command again.',
  },
  KW_CLI_FOLDER: {
    summary: 'A project cannot be made in a folder.',
    cause: 'Something is in it already, it is a file, or it may not be written to.',
    remedy: 'Name a folder that is empty or does not exist yet.',
  },
  KW_CLI_PACK: {
    summary: 'The packages of a clone cannot be packed for a new project.',
    cause: 'The command was installed and is no clone, or the sources do not compile.',
    remedy: 'Leave out `--from-source`, or mend the sources: `npm run check` says what is wrong.',
  },
  KW_CLI_EXPLORATION: {
    summary: 'An exploration cannot be run.',
    cause: 'The file does not exist, throws when it is loaded, or does not export what `defineExploration` returns.',
    remedy: 'Correct what the message names: `export default defineExploration({ … })`.',
  },
  KW_CLI_KIND: {
    summary: 'A kind is not known.',
    cause: 'No file of the project defines it, and Kubernetes has none of that name.',
    remedy: 'Write it as its definition does, or add it first with `kubewright add resource`.',
  },
  KW_CLI_GRANTS: {
    summary: 'What a test run recorded cannot be read.',
    cause: 'The file was not written by a test run with `KUBEWRIGHT_RECORD_GRANTS`, or was edited.',
    remedy: 'Record it anew, or let `kubewright check -- npm test` do both.',
  },
  KW_CLI_PROGRAM: {
    summary: 'A program cannot be started.',
    cause: 'What stands after `--` is misspelled, not installed, or may not be run.',
    remedy: 'Write it as you would in a shell: `kubewright check -- npm test`.',
  },
  KW_CLI_REVISION: {
    summary: 'Definitions cannot be compared with those of a git revision.',
    cause: 'git is not installed, or knows no such revision here; a shallow clone has only one.',
    remedy: 'Fetch the revision, or name another one with `--since`.',
  },
  KW_CLI_CODE: {
    summary: 'An error code is not known.',
    cause: 'It is misspelled, or from another version of Kubewright.',
    remedy: '`kubewright explain` lists all of them.',
  },
  KW_CLI_PORT: {
    summary: 'A page cannot be served on a port.',
    cause: 'Another program listens there, or you may not use that port.',
    remedy: 'Choose another one with `--port`, or 0 for any that is free.',
  },
  KW_CLI_KUBECONFIG: {
    summary: 'The kubeconfig cannot be written.',
    cause: 'The folder does not exist and cannot be made, or may not be written to.',
    remedy: 'Name another file with `--kubeconfig`.',
  },
  KW_CLI_DEFINITION: {
    summary: 'A definition cannot be applied to the cluster.',
    cause:
      'It is no valid definition, changes what cannot change, or leaves out a version in which objects are stored.',
    remedy:
      'Take the change back; or, where nothing stored is of worth, delete the definition and let it be made anew.',
  },
  KW_CLI_MANIFEST: {
    summary: 'A file of objects cannot be applied.',
    cause: 'It does not exist, is not YAML, or holds something that is no Kubernetes object.',
    remedy: 'Correct what the message names.',
  },
})
