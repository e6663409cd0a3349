/** Plans an addition to the project, then writes it. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nameProblems } from '@kubewright/core/object'
import type { Input } from '../command/command.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { usageError } from '../command/parse-input.ts'
import { cliErrors } from '../errors.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import { replaceFile } from '../project/replace-file.ts'
import { writeError } from '../project/write-error.ts'
import { identifierOf } from '../scaffold/identifier.ts'
import { kindNames, nameError } from '../scaffold/kind-names.ts'
import { resourceFile } from '../scaffold/resource-files.ts'
import { paintFor } from '../terminal/paint.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { AddOptions } from './add-command.ts'
import { type AddedPart, controllerFile, controllerTestFile, webhookFile, webhookTestFile } from './added-files.ts'
import { addImport, addToList, addWebhook, webhooksBlock } from './edit-operator.ts'
import { findKind } from './found-kind.ts'

/** A planned addition: new files, and the edits of `src/operator.ts`. */
interface Addition {
  readonly files: ReadonlyMap<string, string>
  /** The name to import into the operator; `from` is its module. */
  readonly name: string
  readonly from: string
  /** `undefined` if the file no longer has its generated shape. */
  readonly wire: (operator: string) => string | undefined
  /** The text to add by hand in that case. */
  readonly byHand: string
}

/** Failure: `KW_CLI_USAGE`, `KW_CLI_NAME`, `KW_CLI_KIND`, `KW_CLI_NOT_OURS`, `KW_CLI_WRITE`. Nothing is written then. */
export async function runAdd(input: Input<AddOptions>, terminal: Terminal): Promise<ExitCode> {
  checkInput(input)
  const project = await loadProject(input.options.config, terminal)
  const addition = await additionOf(input, project)
  assertFree(addition, project.root)
  const result = await write(addition, project)
  if (input.isJson) terminal.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`)
  else terminal.stdout.write(report(result, terminal))
  return 0
}

/** Checks that need no project: loading one takes a second. */
function checkInput({ args: [what, name = ''], options }: Input<AddOptions>): void {
  if (what === 'resource') return void kindNames(name, options.group ?? 'example.dev', options.version)
  if (options.for === undefined) throw usageError({ name: 'add' }, `a ${what} needs --for KIND`)
  const [problem] = nameProblems('dns1123Label', name)
  if (problem === undefined && /^[a-z]/.test(name)) return
  const next = 'Write it with dashes: light-bulb-audit.'
  throw nameError(`the name ${JSON.stringify(name)}`, problem ?? 'it has to begin with a letter', next)
}

async function additionOf(
  { args: [what, name = ''], options }: Input<AddOptions>,
  project: Project,
): Promise<Addition> {
  if (what === 'resource') return resource(name, options, project)
  const identifier = identifierOf(name, what === 'controller' ? 'Controller' : 'Webhook')
  const part: AddedPart = { name, identifier, kind: await findKind(options.for ?? '', project) }
  return what === 'controller' ? controller(part) : webhook(part, project)
}

function resource(kind: string, options: Input<AddOptions>['options'], { crds }: Project): Addition {
  const group = options.group ?? crds[0]?.object.spec.group
  if (group === undefined)
    throw usageError(
      { name: 'add' },
      'the project has no resource yet whose API group could be used: pass one, such as --group web.example.dev',
    )
  const names = kindNames(kind, group, options.version)
  const scope = options['cluster-scoped'] ? ('Cluster' as const) : ('Namespaced' as const)
  return {
    files: new Map([[`src/${names.file}.ts`, resourceFile({ names, group, version: options.version, scope })]]),
    name: kind,
    from: `./${names.file}.ts`,
    wire: (operator) => addToList(operator, 'resources', kind),
    byHand: `resources: [${kind}]`,
  }
}

function controller(part: AddedPart): Addition {
  const { name, identifier, kind } = part
  return {
    files: new Map([
      [`src/${name}.ts`, controllerFile(part)],
      ...(kind.sample === undefined ? [] : [[`src/${name}.test.ts`, controllerTestFile(part)] as const]),
    ]),
    name: identifier,
    from: `./${name}.ts`,
    wire: (operator) => addToList(operator, 'controllers', identifier),
    byHand: `controllers: [${identifier}]`,
  }
}

function webhook(part: AddedPart, project: Project): Addition {
  const { name, identifier, kind } = part
  return {
    files: new Map([
      [`src/${name}.ts`, webhookFile(part, project.name)],
      ...(kind.sample === undefined ? [] : [[`src/${name}.test.ts`, webhookTestFile(part)] as const]),
    ]),
    name: identifier,
    from: `./${name}.ts`,
    wire: (operator) => addWebhook(operator, identifier, project.name),
    byHand: webhooksBlock(identifier, project.name).trimEnd(),
  }
}

function assertFree({ files }: Addition, root: string): void {
  const path = [...files.keys()].find((one) => existsSync(join(root, one)))
  if (path === undefined) return
  throw cliErrors('KW_CLI_NOT_OURS', {
    what: `add ${path}`,
    why: 'the file exists, and its content would be lost',
    next: 'Choose another name, or move the file away.',
    details: { path },
  })
}

interface AddResult {
  readonly created: readonly string[]
  readonly edited: readonly string[]
  /** The lines to add by hand; empty if none. */
  readonly byHand: readonly string[]
  readonly next: readonly string[]
}

const operatorPath = 'src/operator.ts'

async function write(addition: Addition, { root }: Project): Promise<AddResult> {
  const { files, name, from, wire, byHand } = addition
  const path = join(root, operatorPath)
  const operator = existsSync(path) ? await readFile(path, 'utf8') : undefined
  const wired = operator === undefined ? undefined : wire(operator)
  const edited = wired === undefined ? undefined : addImport(wired, name, from)
  await writeNew(root, files)
  try {
    if (edited !== undefined) await replaceFile(path, edited, { mode: (await stat(path)).mode & 0o777 })
  } catch (error) {
    await removeFiles(root, files.keys())
    throw writeError(operatorPath, error)
  }
  return {
    created: [...files.keys()],
    edited: edited === undefined ? [] : [operatorPath],
    byHand: edited === undefined ? [`import { ${name} } from '${from}'`, byHand] : [],
    next: ['npx kubewright generate', 'npm test'],
  }
}

/** All or nothing: a partial addition would block the next attempt. */
async function writeNew(root: string, files: Addition['files']): Promise<void> {
  const written: string[] = []
  try {
    for (const [file, text] of files) {
      await mkdir(dirname(join(root, file)), { recursive: true })
      await writeFile(join(root, file), text, { flag: 'wx' }) // never overwrites a file created in the meantime
      written.push(file)
    }
  } catch (error) {
    await removeFiles(root, written)
    throw writeError([...files.keys()][written.length]!, error)
  }
}

async function removeFiles(root: string, files: Iterable<string>): Promise<void> {
  for (const file of files) await rm(join(root, file), { force: true })
}

function report({ created, edited, byHand, next }: AddResult, terminal: Terminal): string {
  const paint = paintFor(terminal.stdout, terminal)
  const lines = [
    ...created.map((path) => `${paint.green('✓')} wrote ${path}`),
    ...edited.map((path) => `${paint.green('✓')} edited ${path}`),
    ...(byHand.length === 0
      ? []
      : [
          `${paint.yellow('!')} ${operatorPath} was restructured and is not edited. Add these lines where the operator is defined:`,
          '',
          ...byHand,
        ]),
    '',
    'Next:',
    ...next.map((step) => `  ${paint.cyan(step)}`),
  ]
  return `${lines.join('\n')}\n`
}
