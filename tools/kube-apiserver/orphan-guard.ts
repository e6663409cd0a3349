/**
 * Ends programs when we can no longer do it ourselves: after `kill -9`, a crash, a runner that lost patience.
 *
 * A shell reads process ids from a pipe that only we hold open. The kernel closes the pipe when we die, however we die.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The loop ends only with our death: in every other case we kill the shell first. */
const script = 'while read -r pid; do pids="$pids $pid"; done; kill -9 $pids; rm -rf -- "$1"'

export interface OrphanGuard extends AsyncDisposable {
  add(pid: number): void
}

/** Kills what is added and removes `directory` should this process die before the guard is disposed. */
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
