/** Finds `kubewright.config.ts` and loads its description. See decision 0120. */
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { ErrorCode } from '@kubewright/core'
import { cliErrors } from '../errors.ts'
import { withProgress } from '../terminal/progress.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { startOwnProcess } from './own-process.ts'
import type { ProjectDescription } from './project-description.ts'

export interface Project extends ProjectDescription {
  /** The folder of the configuration. Paths of written files are relative to it. */
  readonly root: string
  readonly configPath: string
}

/** The answer of the process that loads a configuration. */
export type ProjectAnswer =
  | { readonly project: ProjectDescription }
  /** The default export is not an operator. */
  | { readonly problem: string }
  /** The configuration, or a module it imports, throws. */
  | { readonly error: { readonly message: string; readonly code?: ErrorCode; readonly stack?: string | undefined } }

export const configNames = [
  'kubewright.config.ts',
  'kubewright.config.mts',
  'kubewright.config.js',
  'kubewright.config.mjs',
]

/** The option of commands that work on a project. */
export const configOption = {
  config: {
    type: 'string',
    takes: 'FILE',
    help: 'The configuration file. Default: kubewright.config.ts in this folder',
  },
} as const

/** Failure: `KW_CLI_NO_PROJECT`, or `KW_CLI_CONFIG` with the problem. */
export async function loadProject(config: string | undefined, terminal: Terminal): Promise<Project> {
  const configPath = findConfig(config, terminal)
  const answer = await withProgress(terminal, 'reading the project', () => ask(configPath, terminal))
  if ('project' in answer) return { ...answer.project, root: dirname(configPath), configPath }
  throw cliErrors('KW_CLI_CONFIG', {
    what: `read ${relative(terminal.cwd, configPath)}`,
    ...('problem' in answer
      ? { why: answer.problem, next: exportHint }
      : { why: reasonOf(answer.error, dirname(configPath)), ...nextFor(answer.error) }),
    details: { path: configPath },
  })
}

const exportHint = 'Export the operator from it: export default defineConfig({ name, resources, controllers }).'

function nextFor({ message }: { readonly message: string }): { readonly next?: string } {
  if (/^Cannot find (package|module) '[^./]/.test(message)) return { next: 'Install what is missing: npm install' }
  if (message.startsWith(endedEarly))
    return { next: 'This file may only declare the operator; start programs and servers in main.ts.' }
  return {}
}

/** The start of the message if the process ends without an answer. */
const endedEarly = 'loading it ended with exit code'

function reasonOf(
  { message, stack }: { readonly message: string; readonly stack?: string | undefined },
  root: string,
): string {
  const place = placeIn(stack, root)
  return `${message.trimEnd()}${place === undefined ? '' : `\n  at ${place}`}`
}

export function findConfig(config: string | undefined, { cwd }: Pick<Terminal, 'cwd'>): string {
  const candidates = config === undefined ? configNames.map((name) => join(cwd, name)) : [resolve(cwd, config)]
  const found = candidates.find(existsSync)
  if (found !== undefined) return found
  throw cliErrors('KW_CLI_NO_PROJECT', {
    what: 'find the project',
    why: `there is no ${config ?? configNames[0]} in ${cwd}`,
    next: 'Run this in the folder of an operator, pass its configuration with --config, or create an operator: kubewright init',
  })
}

async function ask(configPath: string, terminal: Terminal): Promise<ProjectAnswer> {
  const child = startOwnProcess(['describe-project', configPath], { cwd: dirname(configPath), terminal })
  let answer: ProjectAnswer | undefined
  let said = ''
  child.on('message', (message) => {
    answer = message as ProjectAnswer
    child.kill('SIGKILL') // a leftover timer or socket of the project would keep it alive
  })
  // Output of the project's own code is not part of the result.
  child.stdout?.on('data', (chunk) => (said += chunk))
  child.stderr?.on('data', (chunk) => (said += chunk))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  terminal.signal.throwIfAborted()
  if (answer !== undefined) return answer
  return { error: { message: `${endedEarly} ${code}${said === '' ? '' : `:\n${said}`}` } }
}

/** The first stack frame within the project. */
function placeIn(stack: string | undefined, root: string): string | undefined {
  const line = stack?.split('\n').find((one) => one.includes(root) && !one.includes('node_modules'))
  const [, path] = /(?:file:\/\/)?(\/[^\s()]+:\d+)(?::\d+)?\)?$/.exec(line ?? '') ?? []
  return path === undefined ? undefined : relative(root, path)
}
