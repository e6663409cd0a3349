/** Ends a program together with everything that it started, on Unix and on Windows. */
import { spawnSync } from 'node:child_process'

/**
 * Whether a child gets a process group of its own. Windows has no process groups, and a detached child would open a console window
 * there.
 */
export const ownGroup = hasProcessGroups(process.platform)

export function hasProcessGroups(platform: NodeJS.Platform): boolean {
  return platform !== 'win32'
}

/** The command that ends a process tree, on a platform where a signal to the process group cannot. */
export function endTreeCommand(pid: number, platform: NodeJS.Platform): readonly [string, ...string[]] | undefined {
  return hasProcessGroups(platform) ? undefined : ['taskkill', '/pid', String(pid), '/t', '/f']
}

/** Ends a child that was started with `detached: ownGroup`. Synchronous, so that it also works right before `process.exit()`. */
export function endTree(pid: number): void {
  const command = endTreeCommand(pid, process.platform)
  if (command !== undefined) {
    const [program, ...args] = command
    spawnSync(program, args, { stdio: 'ignore' })
    return
  }
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // every process of the group has ended
  }
}
