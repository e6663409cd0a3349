/** Records of running processes, and the cleanup of processes whose simulation was killed. See decision 0139. */
import { writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { hasVariable, listProcesses, readProcess } from './process-table.ts'

/** In the environment of every process: identifies the run of the simulation. */
export const runVariable = 'KUBEWRIGHT_RUN'

interface Mark {
  readonly pid: number
  readonly start: string
}

const marksIn = (directory: string) => join(directory, 'processes')

export async function prepareMarks(directory: string): Promise<void> {
  await mkdir(marksIn(directory), { recursive: true, mode: 0o700 })
}

/** Written at once, and again with the start time: between the two, the environment variable identifies the process. */
export async function markProcess(directory: string, id: string, pid: number): Promise<void> {
  const file = join(marksIn(directory), `${id}.json`)
  writeFileSync(file, JSON.stringify({ pid, start: '' } satisfies Mark))
  const start = (await readProcess(pid))?.start
  if (start !== undefined) writeFileSync(file, JSON.stringify({ pid, start } satisfies Mark))
}

export async function unmarkProcess(directory: string, id: string): Promise<void> {
  await rm(join(marksIn(directory), `${id}.json`), { force: true })
}

/** Kills every process that is recorded in a directory, with all its children. Returns how many there were. */
export async function endOrphans(directory: string): Promise<number> {
  const marks = await readMarks(directory)
  const all = await listProcesses()
  const sessions = new Set(
    marks
      .filter(({ pid, start }) => {
        const leader = all.find((one) => one.pid === pid)
        // A pid alone proves nothing: it may have been reused.
        return start !== '' && (leader === undefined || leader.start === start)
      })
      .map(({ pid }) => pid),
  )
  const run = basename(directory)
  const belongs = await Promise.all(
    all.map(async ({ pid, session }) => (sessions.has(session) ? true : hasVariable(pid, runVariable, run))),
  )
  const orphans = all.filter(({ pid }, index) => belongs[index] === true && pid !== process.pid)
  for (const { pid } of orphans) end(pid)
  return orphans.length
}

async function readMarks(directory: string): Promise<readonly Mark[]> {
  const files = await readdir(marksIn(directory)).catch(() => [])
  const marks = await Promise.all(files.map((file) => readMark(join(marksIn(directory), file))))
  return marks.filter((mark) => mark !== undefined)
}

/** An incomplete record is ignored. */
async function readMark(file: string): Promise<Mark | undefined> {
  try {
    const { pid, start } = JSON.parse(await readFile(file, 'utf8')) as Partial<Mark>
    return Number.isInteger(pid) && pid! > 1 ? { pid: pid!, start: String(start ?? '') } : undefined
  } catch {
    return undefined
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}
