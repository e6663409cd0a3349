/** The address that a command prints, while the command goes on. */
import type { ChildProcess } from 'node:child_process'

/** Failure: rejects with what it printed, if it ends without one. */
export function printedAddress(child: ChildProcess, pattern: RegExp): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    // It is read to the end: a command whose output nobody reads stops.
    child.stdout!.on('data', (chunk) => {
      said += String(chunk)
      const found = pattern.exec(said)
      if (found !== null) resolve(found[1]!)
    })
    child.once('exit', () => reject(new Error(`no address was printed, but:\n${said}`)))
  })
}
