/** Every error that the command itself raises. Errors of the libraries pass through. */
import { defineErrors } from '@kubewright/core/errors'

export const cliErrors = defineErrors({
  KW_CLI_USAGE: {
    summary: 'The command line is not valid.',
    cause: 'A command, argument or option is unknown, missing or superfluous.',
    remedy: 'Run `kubewright COMMAND --help` for the arguments and options of a command.',
  },
  KW_CLI_NO_PROJECT: {
    summary: 'This folder has no project.',
    cause: 'The folder has no `kubewright.config.ts`, or `--config` names a file that does not exist.',
    remedy: 'Run the command in the folder of an operator, or create one with `kubewright init`.',
  },
  KW_CLI_CONFIG: {
    summary: 'The configuration of a project cannot be loaded.',
    cause: 'The file, or a module that it imports, throws when it is loaded, or its default export is not an operator.',
    remedy: 'Export `defineConfig({ … })` as default. `npx tsc --noEmit` finds most mistakes.',
  },
  KW_CLI_NAME: {
    summary: 'A name is not valid.',
    cause: 'It breaks a rule of Kubernetes, npm or TypeScript, or is already used.',
    remedy: 'Choose another name; the message states the rule.',
  },
  KW_CLI_NOT_OURS: {
    summary: 'A file that the command did not generate is in the way.',
    cause:
      'A file of that name exists. `generate` replaces only files that have the header of generated files, and `add` replaces none.',
    remedy: 'Move the file, or remove it. For `add`, you can also choose another name.',
  },
  KW_CLI_WRITE: {
    summary: 'A file of the project cannot be written.',
    cause: 'The folder is not writable, the disk is full, or a file or folder of that name is in the way.',
    remedy: 'Allow your user to write to the folder, free disk space, or move the file or folder in the way.',
  },
  KW_CLI_FOLDER: {
    summary: 'A project cannot be created in a folder.',
    cause: 'The folder is not empty, is a file, or is not writable.',
    remedy: 'Use a folder that is empty or does not exist yet.',
  },
  KW_CLI_PACK: {
    summary: 'The packages of a clone cannot be packed for a new project.',
    cause:
      'The command was installed from a registry and does not run from a clone of Kubewright, or the sources do not compile.',
    remedy: 'Leave out `--from-source`, or run `npm run check` in the clone to find what does not compile.',
  },
  KW_CLI_EXPLORATION: {
    summary: 'An exploration cannot be loaded, run or replayed.',
    cause:
      'The file does not exist, throws when it is loaded, or does not export the result of `defineExploration`; a run never ends; or ' +
      'the plan does not fit.',
    remedy:
      'End the file with `export default defineExploration({ … })`. If a run never ends, look for a loop without `await`, or a ' +
      'promise that is never settled. Replay only plans that `kubewright explore --save` wrote for the same scenario.',
  },
  KW_CLI_PROTOCOL: {
    summary: 'A topology, or a script of its steps, cannot be read from a file.',
    cause:
      'The file does not exist, has an unknown extension, is not YAML, or is a module whose default export is not a topology.',
    remedy: 'Write `export default defineTopology({ … })`, or the same as YAML with `types`, `nodes` and `bindings`.',
  },
  KW_CLI_KIND: {
    summary: 'A kind is unknown.',
    cause: 'No file of the project defines it, and it is not a built-in kind of Kubernetes.',
    remedy: 'Spell it as in its definition, or add it first with `kubewright add resource`.',
  },
  KW_CLI_GRANTS: {
    summary: 'The recorded permissions of a test run cannot be read.',
    cause: 'The file was not written by a test run with `KUBEWRIGHT_RECORD_GRANTS`, or was edited.',
    remedy: 'Record it again, or let `kubewright check rbac -- npm test` do both.',
  },
  KW_CLI_PROGRAM: {
    summary: 'A program cannot be started.',
    cause: 'The program after `--` is misspelled, not installed, or not executable.',
    remedy: 'Write it as in a shell: `kubewright check rbac -- npm test`.',
  },
  KW_CLI_REVISION: {
    summary: 'The definitions of a git revision cannot be read.',
    cause: 'git is not installed, or the revision does not exist here; a shallow clone has only one.',
    remedy: 'Fetch the revision with `git fetch`, or pass another one: `--since REVISION`.',
  },
  KW_CLI_CODE: {
    summary: 'An error code is unknown.',
    cause: 'It is misspelled, or belongs to another version of Kubewright.',
    remedy: 'Run `kubewright explain` to list all codes.',
  },
  KW_CLI_KUBECONFIG: {
    summary: 'The kubeconfig cannot be written.',
    cause:
      'Its folder cannot be created or written to, the file has clusters that kubewright did not create, or it belongs to another ' +
      'cluster that still runs.',
    remedy: 'Use another file: `--kubeconfig FILE`.',
  },
  KW_CLI_DEFINITION: {
    summary: 'A CRD cannot be applied to the cluster.',
    cause: 'It is invalid, changes an immutable field, or removes a version in which objects are stored.',
    remedy: 'Undo the change. If the stored objects are not needed, delete the CRD and run the command again.',
  },
  KW_CLI_CONVERSION: {
    summary: 'A CRD with several versions is not installed, because nothing converts between them.',
    cause:
      'Without a conversion webhook the server would store objects of one version as another, and every later list of the kind would fail.',
    remedy:
      'Serve `defineConversion` in `webhooks`, with an `installation` that has its address. For `kubewright dev` on a cluster ' +
      'elsewhere, pass an address that the cluster can reach: `--webhook-url https://ADDRESS:PORT`.',
  },
  KW_CLI_PEER: {
    summary: 'Two clusters cannot be peered, or a peer cannot be removed.',
    cause:
      'The file was made for another cluster, the connection leads to another cluster, another peer already has the name or the identity, the cluster rejects the credential, the peer is unknown, or its replicas could not be deleted in time.',
    remedy:
      'Compare `kubewright peer identity` and `kubewright peer list` of both clusters with the file, and create the file again where they differ. Removal continues while a program with `replicate(…)` runs.',
  },
  KW_CLI_MANIFEST: {
    summary: 'A manifest cannot be applied.',
    cause: 'The file does not exist, is not YAML, or contains a document without `apiVersion` and `kind`.',
    remedy: 'Check the path, and that every YAML document in the file has `apiVersion`, `kind` and `metadata.name`.',
  },
})
