/** Finds the processes of pods on this machine by the variables that the simulation sets. Linux only. */
import { readdir, readFile } from 'node:fs/promises'

export interface ProcessOf {
  readonly pid: number
  readonly program: string
}

/** The programs themselves, without the entry points that started them and wait for them. */
export async function processesOf(podUids: readonly string[]): Promise<readonly ProcessOf[]> {
  const found: ProcessOf[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
    if (!podUids.some((uid) => environment.includes(uid))) continue
    const words = (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).split('\0')
    if (words.some((word) => word.endsWith('/entry-point.mjs'))) continue
    found.push({ pid: Number(name), program: words.slice(0, 3).join(' ').trim() })
  }
  return found.filter(({ program }) => program !== '')
}

/** The data directory of an object store, from the arguments of its process. */
export async function dataOf(processes: readonly ProcessOf[]): Promise<string> {
  for (const { pid } of processes) {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    if (words[1] === 'server') return words[2]!
  }
  throw new Error('Cannot find the data: no object store runs.')
}
