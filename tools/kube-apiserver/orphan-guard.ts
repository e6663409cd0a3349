/**
 * Ends child processes if this process cannot do it itself: after `kill -9`, a crash, or a timeout of the test runner.
 *
 * A shell reads process ids from a pipe that only this process holds open. The kernel closes the pipe when it dies for any
 * reason.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The loop ends only if this process dies: in every other case the shell is killed first. */
const script = 'while read -r pid; do pids="$pids $pid"; done; kill -9 $pids; rm -rf -- "$1"'

export interface OrphanGuard extends AsyncDisposable {
  add(pid: number): void
}

/** Kills the added processes and removes `directory` if this process dies before the guard is disposed. */
export async function startOrphanGuard(directory: string): Promise<OrphanGuard> {
  const parameters = ['-c', script, 'orphan-guard', directory]
  const shell = spawn('/bin/sh', parameters, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = once(shell, 'exit')
  await once(shell, 'spawn')
  return {
    add: (pid) => void shell.stdin.write(`${pid}\n`),
    async [Symbol.asyncDispose]() {
      shell.kill('SIGKILL')
      await ended
    },
  }
}
