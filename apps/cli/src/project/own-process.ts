/** Starts this command again in a child process that can load TypeScript: the project's sources, and in a clone its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Terminal } from '../terminal/terminal.ts'

export interface OwnProcessOptions {
  readonly cwd: string
  readonly terminal: Pick<Terminal, 'signal' | 'environment'>
}

const require = createRequire(import.meta.url)

/** The folder of this package. */
export function packageFolder(): string {
  return dirname(require.resolve('@kubewright/cli/package.json'))
}

/** Whether this is a clone of the repository: only a clone has the build configuration. Packages are loaded from source then. */
export function isFromSource(): boolean {
  return existsSync(join(packageFolder(), 'tsconfig.build.json'))
}

/** Killed with the terminal's signal: it writes no files. Its messages are JSON. */
export function startOwnProcess(args: readonly string[], { cwd, terminal }: OwnProcessOptions): ChildProcess {
  const conditions = isFromSource() ? ['--conditions=@kubewright/source'] : []
  const main = join(packageFolder(), isFromSource() ? 'src/main.ts' : 'dist/main.js')
  const loader = pathToFileURL(require.resolve('tsx')).href
  return spawn(process.execPath, [...conditions, '--import', loader, main, ...args], {
    cwd,
    env: { ...terminal.environment, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal: terminal.signal,
    killSignal: 'SIGKILL', // code in an infinite loop handles no other signal
  })
}
