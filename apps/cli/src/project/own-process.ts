/** Starts this very command once more, in a process that reads TypeScript: its own sources in a clone, the project's always. */
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

/** Where this package is. */
export function packageFolder(): string {
  return dirname(require.resolve('@kubewright/cli/package.json'))
}

/** Whether this is a clone of the repository, which alone has what builds it: packages are read from their sources then. */
export function isFromSource(): boolean {
  return existsSync(join(packageFolder(), 'tsconfig.build.json'))
}

/** Ends with the terminal's signal, whatever it is doing: it writes nothing. Its messages are JSON. */
export function startOwnProcess(args: readonly string[], { cwd, terminal }: OwnProcessOptions): ChildProcess {
  const conditions = isFromSource() ? ['--conditions=@kubewright/source'] : []
  const main = join(packageFolder(), isFromSource() ? 'src/main.ts' : 'dist/main.js')
  const loader = pathToFileURL(require.resolve('tsx')).href
  return spawn(process.execPath, [...conditions, '--import', loader, main, ...args], {
    cwd,
    env: { ...terminal.environment, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal: terminal.signal,
    killSignal: 'SIGKILL', // code that goes round in circles hears no other
  })
}
