/** Which processes run on this machine, as far as it says: in full on Linux, elsewhere only whether one is alive. */
import { readFile as readFileWithCallback } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'

// There are hundreds of processes: without a file handle for each, this is a third of the work.
const readFile = promisify(readFileWithCallback)

export interface ProcessEntry {
  readonly pid: number
  readonly session: number
  /** When it started, in a unit of the system's own: tells a process from a later one with the same number. */
  readonly start: string
}

/** Nothing where the system does not say. */
export async function listProcesses(): Promise<readonly ProcessEntry[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const entries = await Promise.all(pids.map(readProcess))
  return entries.filter((entry) => entry !== undefined)
}

export async function readProcess(pid: number): Promise<ProcessEntry | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The name, in parentheses, may hold anything: what counts begins after the last one.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, , , session = '0'] = fields
  if (state === 'Z' || state === 'X') return undefined
  return { pid, session: Number(session), start: fields[19] ?? '' }
}

/** Whether the process is still the one that started then. */
export async function isAlive(pid: number, start: string): Promise<boolean> {
  if (start !== '') return (await readProcess(pid))?.start === start
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Whether the environment of a process has this variable, if it can be read. */
export async function hasVariable(pid: number, name: string, value: string): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
  return text.split('\0').includes(`${name}=${value}`)
}
