/** A new project in its own folder that resolves the packages of this repository. */
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runCommand } from '../program.ts'
import { type FakeTerminal, fakeTerminal } from './fake-terminal.ts'

/** A timeout for tests that load projects: each starts a process that loads sources, which takes seconds on a busy machine. */
export const slow = 120_000

export interface LinkedProject extends AsyncDisposable {
  readonly root: string
  /** Runs a command in it. */
  run(...args: readonly string[]): Promise<FakeTerminal & { readonly code: number }>
}

export async function linkedProject(): Promise<LinkedProject> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-project-'))
  const root = join(folder, 'shop')
  const init = ['init', root, '--yes', '--group', 'shop.example.dev', '--kind', 'Order']
  await runCommand(init, fakeTerminal())
  await symlink(resolve(import.meta.dirname, '../../../../node_modules'), join(root, 'node_modules'))
  return {
    root,
    async run(...args) {
      const terminal = fakeTerminal({ cwd: root, environment: { PATH: process.env['PATH'] } })
      const code = await runCommand(args, terminal)
      return { ...terminal, code }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
