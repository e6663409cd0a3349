/** The resource usage of a process and its descendants, from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs'

/** The kernel's unit of CPU time in /proc, on every architecture Node runs on. */
const tickMs = 10
const kilobyte = 1_024

export interface Memory {
  /** Shared pages are divided among the processes that share them. */
  readonly pss: number
  readonly rss: number
  /** The largest RSS so far. */
  readonly peakRss: number
}

/** CPU time of all threads since the start, in milliseconds. Failure: throws if there is no such process. */
export function cpuMsOf(pid: number): number {
  return sum(familyOf(pid).map((one) => ownCpuMs(one)))
}

/**
 * The same in nanosecond resolution, for processes that use less than a tick a second. Threads that ended are not in it, so it suits
 * intervals in which an operator is at rest. Failure: throws where the kernel does not keep it.
 */
export function fineCpuMsOf(pid: number): number {
  const threads = familyOf(pid).flatMap((one) =>
    readdirSync(`/proc/${one}/task`).map((id) => `/proc/${one}/task/${id}`),
  )
  return sum(threads.map((path) => Number(readFileSync(`${path}/schedstat`, 'utf8').split(' ')[0]))) / 1e6
}

/** Failure: throws if there is no such process. A descendant that has ended, and was not reaped yet, has no memory. */
export function memoryOf(pid: number): Memory {
  const members = familyOf(pid).flatMap((one) => (one === pid ? ownMemory(one) : memoryIfAlive(one)))
  const add = (name: keyof Memory) => sum(members.map((member) => member[name]))
  return { pss: add('pss'), rss: add('rss'), peakRss: add('peakRss') }
}

function ownMemory(pid: number): Memory {
  return {
    pss: readKilobytes(`/proc/${pid}/smaps_rollup`, 'Pss'),
    rss: readKilobytes(`/proc/${pid}/status`, 'VmRSS'),
    peakRss: readKilobytes(`/proc/${pid}/status`, 'VmHWM'),
  }
}

function memoryIfAlive(pid: number): readonly Memory[] {
  try {
    return [ownMemory(pid)]
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

function ownCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program comes first, in parentheses, and may contain anything. Ended children count from when they are reaped.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return sum(fields.slice(11, 15).map(Number)) * tickMs
}

function familyOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap((child) => familyOf(Number(child))))]
}

function readKilobytes(path: string, name: string): number {
  const [, value] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(path, 'utf8')) ?? []
  if (value === undefined) throw new Error(`There is no ${name} in ${path}.`)
  return Number(value) * kilobyte
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
