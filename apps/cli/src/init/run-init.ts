/** Collects the answers, makes the files, and writes them: all or nothing. */
import { basename, relative, resolve } from 'node:path'
import { nameProblems } from '@kubewright/core/object'
import type { Input } from '../command/command.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { usageError } from '../command/parse-input.ts'
import { type KindNames, kindNames, nameError } from '../scaffold/kind-names.ts'
import { projectFiles } from '../scaffold/project-files.ts'
import { paintFor } from '../terminal/paint.ts'
import { withProgress } from '../terminal/progress.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { publishedDependencies } from './dependencies.ts'
import type { InitOptions } from './init-command.ts'
import { assertEmpty, writeProject } from './new-folder.ts'
import { packSource } from './pack-source.ts'
import { settled } from './question.ts'

/** Failure: `KW_CLI_USAGE`, `KW_CLI_NAME`, `KW_CLI_FOLDER`, `KW_CLI_PACK`. Nothing is left behind then. */
export async function runInit(input: Input<InitOptions>, terminal: Terminal): Promise<ExitCode> {
  const asked = await answers(input, terminal)
  const { folder } = asked
  const sources = input.options['from-source']
    ? await withProgress(terminal, 'packing the packages of this clone', (step) => packSource(terminal, step))
    : undefined
  const files = projectFiles({ ...asked, dependencies: sources?.dependencies ?? publishedDependencies() })
  terminal.signal.throwIfAborted()
  await writeProject(folder, files, { copies: sources?.tarballs ?? new Map(), signal: terminal.signal })
  const there = relative(terminal.cwd, folder) || '.'
  if (input.isJson)
    terminal.stdout.write(`${JSON.stringify({ folder, files: [...files.keys()].sort() }, undefined, 2)}\n`)
  else terminal.stdout.write(success(asked, there, terminal))
  return 0
}

interface Answers {
  readonly folder: string
  readonly name: string
  readonly group: string
  readonly version: string
  readonly names: KindNames
  readonly image: string
  readonly scope: 'Namespaced' | 'Cluster'
}

/** Each answer is checked at once, before the next question. */
async function answers({ args, options }: Input<InitOptions>, terminal: Terminal): Promise<Answers> {
  const { ask, ...silent } = terminal
  const asking = options.yes || ask === undefined ? silent : terminal
  if (args[0] === undefined && asking === silent) {
    throw usageError({ name: 'init' }, 'DIR is missing, and standard input is not a terminal to prompt for it')
  }
  const folder = await settled(args[0], { ...questions.folder, read: (text) => emptyFolder(text, terminal) }, asking)
  const name = checkedName(options.name ?? basename(folder), options.name === undefined)
  const readGroup = (text: string) => (kindNames(questions.kind.fallback, text), text)
  const group = await settled(
    options.group,
    { ...questions.group, fallback: `${name}.example.dev`, read: readGroup },
    asking,
  )
  const names = await settled(options.kind, { ...questions.kind, read: (kind) => kindNames(kind, group) }, asking)
  return {
    folder,
    name,
    group,
    version: 'v1alpha1',
    names,
    image: checkedImage(options.image ?? `${name}:latest`),
    scope: options['cluster-scoped'] ? 'Cluster' : 'Namespaced',
  }
}

const questions = {
  folder: { text: 'Which folder?', fallback: 'my-operator' },
  group: { text: 'The API group of your resource, a domain of yours?' },
  kind: { text: 'Your first resource, one word in PascalCase?', fallback: 'Greeting' },
} as const

async function emptyFolder(path: string, { cwd }: Terminal): Promise<string> {
  const folder = resolve(cwd, path)
  await assertEmpty(folder)
  return folder
}

/** It becomes the name of a Deployment and, with `-system`, of a namespace. */
function checkedName(name: string, isFolder: boolean): string {
  const [problem] = nameProblems('dns1123Label', `${name}-system`)
  if (problem === undefined && /^[a-z0-9]/.test(name)) return name
  const next = isFolder
    ? 'Pass another name with --name.'
    : 'Use lower-case letters, digits and dashes, at most 56 of them.'
  throw nameError(
    `${JSON.stringify(name)} as the name of an operator`,
    problem ?? 'it has to start with a letter or digit',
    next,
  )
}

/** The image is inserted unquoted in source files, manifests and shell lines. Anything else is left to the registry to reject. */
function checkedImage(image: string): string {
  if (/^[a-z0-9][a-z0-9._:/@-]*$/i.test(image)) return image
  throw nameError(
    `${JSON.stringify(image)} as an image`,
    'it has characters other than letters, digits and . _ : / @ -',
    'Write it as docker does: registry.example.dev/team/shop:1.0.0',
  )
}

function success({ name, names }: Answers, there: string, terminal: Terminal): string {
  const paint = paintFor(terminal.stdout, terminal)
  const steps = [...(there === '.' ? [] : [`cd ${there}`]), 'npm install', 'npm test']
  return `${paint.green('✓')} ${paint.bold(name)} is in ${there}: the resource ${names.kind}, its controller, and a test of both.

Next:
${steps.map((step) => `  ${paint.cyan(step)}`).join('\n')}

Then open src/${names.controllerFile}.ts. README.md explains how to run and install it.
`
}
