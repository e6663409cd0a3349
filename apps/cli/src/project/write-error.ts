/** The error for a file of the project that cannot be written. */
import { cliErrors } from '../errors.ts'

/** @param path relative to the project */
export function writeError(path: string, cause: unknown): Error {
  const { code, message } = cause as NodeJS.ErrnoException
  const { why, next } = problems[code ?? ''] ?? { why: message, next: 'Check the path and the disk.' }
  return cliErrors('KW_CLI_WRITE', { what: `write ${path}`, why, next, details: { path }, cause })
}

interface Problem {
  readonly why: string
  readonly next: string
}

const noPermission: Problem = {
  why: 'you have no permission to write there',
  next: 'Allow your user to write to the folder: ls -ld shows its owner.',
}

const problems: Readonly<Record<string, Problem>> = {
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: {
    why: 'the file system is read-only',
    next: 'Run the command on a copy of the project that you can write to.',
  },
  ENOSPC: { why: 'the disk is full', next: 'Free disk space, and run the command again.' },
  ENOTDIR: {
    why: 'a part of the path is a file, not a folder',
    next: 'Move or remove that file, and run the command again.',
  },
  EEXIST: { why: 'a file of that name exists', next: 'Move or remove the file, and run the command again.' },
  EISDIR: { why: 'a folder of that name exists', next: 'Move or remove the folder, and run the command again.' },
}
