/**
 * How to start a program of an installed package without a shell. On Windows, `node_modules/.bin` and `npm` hold scripts for a shell
 * (`.cmd`), which `spawn` does not start. So this names the JavaScript file that such a script runs, for the Node of this process.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Command = readonly [program: string, ...args: string[]]

/** Programs that are not named like their package. */
const packageOf: Readonly<Record<string, string>> = { biome: '@biomejs/biome' }

export interface Surroundings {
  readonly platform: NodeJS.Platform
  /** The path of Node. */
  readonly execPath: string
  /** The path of npm's JavaScript file if npm started this process. */
  readonly npm: string | undefined
  /** The JavaScript file of a program of an installed package. */
  readonly entryOf: (program: string) => string | undefined
}

/** `command` for `spawn`. A program that is neither Node, nor npm, nor installed stays as it is. */
export function programCommand(command: Command, { platform, execPath, npm, entryOf }: Surroundings): Command {
  const [program, ...args] = command
  if (program === 'node') return [execPath, ...args]
  const entry = program === 'npm' ? npmEntry(platform, execPath, npm) : entryOf(program)
  return entry === undefined ? command : [execPath, entry, ...args]
}

/** npm is a program that can be started, except on Windows: its installer puts npm beside Node. */
function npmEntry(platform: NodeJS.Platform, execPath: string, npm: string | undefined): string | undefined {
  if (platform !== 'win32') return undefined
  return npm ?? join(dirname(execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')
}

/** The surroundings of this process; packages are those installed in `folder`. */
export function surroundingsOf(folder: string): Surroundings {
  const entryOf = (program: string) => installedEntry(folder, program)
  return { platform: process.platform, execPath: process.execPath, npm: process.env['npm_execpath'], entryOf }
}

function installedEntry(folder: string, program: string): string | undefined {
  const home = join(folder, 'node_modules', packageOf[program] ?? program)
  const manifest = join(home, 'package.json')
  if (!existsSync(manifest)) return undefined
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: string | Readonly<Record<string, string>> }
  const path = typeof bin === 'string' ? bin : bin?.[program]
  return path === undefined ? undefined : join(home, path)
}
