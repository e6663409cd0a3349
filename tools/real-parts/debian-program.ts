/** The programs from Debian packages, and their locations. */
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { isExecutable } from '../kube-apiserver/programs.ts'

/** The Debian package of each program. */
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

/** Debian installs the programs of PostgreSQL outside the PATH. The newest comes first. */
async function postgresDirectories(root = '/usr/lib/postgresql'): Promise<readonly string[]> {
  const versions = await readdir(root).catch(() => [])
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(root, version, 'bin'))
}
