/** Finds the program of an image on this machine: by the simulation's own `PATH` and directory, never by input from a pod. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import type { ImageCommand } from './image-command.ts'

export interface HostPlace {
  /** The value of `PATH`. Entries that are not absolute are ignored. */
  readonly path: string
  readonly cwd: string
}

/** The absolute path, or `undefined` if there is no such program. */
export async function findHostProgram(
  { command: [program], workingDir }: Pick<ImageCommand, 'command' | 'workingDir'>,
  { path, cwd }: HostPlace,
): Promise<string | undefined> {
  if (program === '') return undefined
  const candidates = /[/\\]/.test(program)
    ? [resolve(cwd, workingDir ?? '.', program)]
    : path
        .split(delimiter)
        .filter(isAbsolute)
        .map((directory) => join(directory, program))
  for (const candidate of candidates) if (await isProgram(candidate)) return candidate
  return undefined
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
