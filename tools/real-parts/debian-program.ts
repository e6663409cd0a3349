/** The programs that come from Debian, and where it puts them. */
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { isExecutable } from '../kube-apiserver/programs.ts'

/** The package of Debian that holds each program. */
export const debianPackages = {
  restic: 'restic',
  influxd: 'influxdb',
  initdb: 'postgresql',
  postgres: 'postgresql',
} as const

export type DebianProgramName = keyof typeof debianPackages

export const debianProgramNames = Object.keys(debianPackages) as DebianProgramName[]

/** The absolute path of a program, or `undefined` if it is not installed. */
export async function findDebianProgram(name: DebianProgramName): Promise<string | undefined> {
  for (const directory of [...(process.env['PATH'] ?? '').split(delimiter), ...(await postgresDirectories())]) {
    const path = join(directory, name)
    if (directory !== '' && (await isExecutable(path))) return path
  }
  return undefined
}

/** Debian keeps the programs of PostgreSQL out of the PATH; the newest comes first. */
async function postgresDirectories(root = '/usr/lib/postgresql'): Promise<readonly string[]> {
  const versions = await readdir(root).catch(() => [])
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(root, version, 'bin'))
}
