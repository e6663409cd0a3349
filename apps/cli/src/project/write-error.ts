/** The error for a file of the project that cannot be written. */
import { cliErrors } from '../errors.ts'

/** @param path relative to the project */
export function writeError(path: string, cause: unknown): Error {
  const { code, message } = cause as NodeJS.ErrnoException
  return cliErrors('KW_CLI_WRITE', {
    what: `write ${path}`,
    why: reasons[code ?? ''] ?? message,
    next: 'Remove the obstacle, and run the command again.',
    details: { path },
    cause,
  })
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission to write there',
  EPERM: 'you have no permission to write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a file of that name exists',
  EISDIR: 'a folder of that name exists',
}
