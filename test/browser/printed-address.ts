/** The address that a command prints while it keeps running. */
import type { ChildProcess } from 'node:child_process'

/** Failure: rejects with its output if it ends without one. */
export function printedAddress(child: ChildProcess, pattern: RegExp): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    // Reads all output: otherwise the pipe fills up and the command blocks.
    child.stdout!.on('data', (chunk) => {
      said += String(chunk)
      const found = pattern.exec(said)
      if (found !== null) resolve(found[1]!)
    })
    child.once('exit', () => reject(new Error(`no address was printed, but:\n${said}`)))
  })
}
